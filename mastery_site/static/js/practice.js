// The practice board: the same clicks as in a game; arrow keys step through the turns; what can be copied gets a button.
"use strict";

const area = document.getElementById("game");
new window.Board(area);

const current = area.querySelector(".practice-turns [aria-current]");
const list = area.querySelector(".practice-turns");
if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;

document.addEventListener("keydown", (event) => {
  const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const busy = event.target.closest("input, textarea, select, .board-frame");
  if (!name || busy || event.altKey || event.ctrlKey || event.metaKey) return;
  const button = area.querySelector(`[data-step="${name}"]`);
  if (button.disabled) return;
  event.preventDefault();
  button.click();
});

for (const place of navigator.clipboard ? area.querySelectorAll(".copyable dd") : []) {
  const text = place.textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy: ${place.previousElementSibling.textContent}`);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  });
  place.append(button);
}

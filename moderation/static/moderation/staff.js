// Keys for the queue (j, k, Enter) and for actions; the words of a template go into the message. All works without.
"use strict";

const items = [...document.querySelectorAll("[data-item]")];

function isTyping(event) {
  return event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary, button, a");
}

function step(by) {
  const at = items.indexOf(document.activeElement);
  const next = items[Math.max(0, Math.min(items.length - 1, at < 0 ? 0 : at + by))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  if (items.length && (event.key === "j" || event.key === "k")) step(event.key === "j" ? 1 : -1);
  const item = document.activeElement.closest("[data-item]");
  if (item && (event.key === "Enter" || event.key === "o")) (item.querySelector("[data-open]") || item.querySelector("a")).click();
  if (!items.length && /^[1-9]$/.test(event.key)) {
    const action = document.querySelectorAll("details.action")[event.key - 1];
    if (action) {
      action.open = true;
      (action.querySelector("textarea, input:not([type=hidden]), select") || action).focus();
    }
  }
});

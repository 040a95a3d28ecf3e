// What is opened or folded by hand stays so on every page with the same part: `data-fold` names it. Until then it is as
// the site has it.
const read = (part) => localStorage.getItem(part.dataset.fold);

function take() {
  for (const part of document.querySelectorAll("[data-fold]")) {
    if (read(part)) part.open = read(part) === "open";
    part.querySelector("summary").addEventListener("click", () => localStorage.setItem(part.dataset.fold, part.open ? "folded" : "open"));
  }
}

take();
document.addEventListener("game-shown", take);

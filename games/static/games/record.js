// Copies the link to a game, and its turns, all of them, also where the page lists the last ones alone. Without script
// there are the field and the file. The page of a game is replaced as the game goes on, and its buttons with it.
import { askSite } from "../accounts/ask-site.js";

function show() {
  const buttons = document.querySelectorAll("[data-copy-from], [data-copy-field]");
  for (const button of navigator.clipboard ? buttons : []) button.hidden = false;
}

async function read(address) {
  const answer = await askSite(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// Safari copies only what it was promised in the click itself.
async function write(text) {
  if (!window.ClipboardItem) return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

async function copy(button) {
  try {
    await write(read(button.dataset.copyFrom));
    button.textContent = button.dataset.copied;
  } catch {
    button.nextElementSibling.click(); // the file has the same
  }
}

// What a field of the page holds, such as the link to the game.
async function copyField(button) {
  const field = document.getElementById(button.dataset.copyField);
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = button.dataset.copied;
}

show();
document.addEventListener("game-shown", show);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy-from]");
  if (button) copy(button);
  const field = event.target.closest("[data-copy-field]");
  if (field) copyField(field);
});

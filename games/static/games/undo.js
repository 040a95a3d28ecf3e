// Counts down how long a turn that was just played can be taken back. Then the button goes and leaves its place, so that
// nothing moves under a finger.
let ends = 0;
let timer;

function show() {
  const form = document.querySelector(".undo-turn");
  const left = Math.ceil((ends - performance.now()) / 1000);
  if (!form || left <= 0) {
    clearInterval(timer);
    form?.classList.add("over");
    return;
  }
  form.querySelector(".undo-left").textContent = ` (${left} s)`;
}

function begin() {
  clearInterval(timer);
  const form = document.querySelector(".undo-turn");
  if (!form) return;
  ends = performance.now() + Number(form.dataset.left) * 1000;
  timer = setInterval(show, 250);
  show();
}

begin();
document.addEventListener("game-shown", begin);

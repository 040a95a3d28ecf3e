// Plays the line of a practice board or an analysis: twenty-one positions are asked for at once. While it plays only the
// board and its words change; where it stops, the page of that turn takes the place of this one.

const SPEED = 1200;

class LineReplay {
  constructor() {
    this.frames = new Map();
    document.addEventListener("click", (event) => this.click(event), true);
    new MutationObserver(() => this.take()).observe(document.getElementById("main"), { childList: true, subtree: true });
    this.take();
  }

  get playing() {
    return Boolean(this.timer);
  }

  take() {
    const button = document.getElementById("play-line");
    if (!button || button === this.button) return;
    this.button = button;
    clearTimeout(this.timer);
    this.timer = 0;
    const { turns, start, shown } = button.dataset;
    const key = `${start} ${turns}`;
    if (key !== this.key) this.frames.clear();
    this.key = key;
    this.last = turns ? turns.split("; ").length : 0;
    this.ply = Number(shown);
    button.hidden = this.last === 0;
  }

  click(event) {
    const button = event.target.closest("#play-line");
    if (button) return this.playing ? this.stop() : this.play();
    if (this.playing && event.target.closest("#game")) this.stop();
  }

  async play() {
    if (this.ply >= this.last) this.ply = -1; // from the first position on
    this.button.textContent = "❚❚";
    this.button.setAttribute("aria-label", "Pause");
    this.timer = setTimeout(() => this.next(), this.ply < 0 ? 0 : SPEED / 2);
    if (!this.frames.has(this.ply + 1)) await this.load(this.ply + 1);
  }

  async next() {
    const { button } = this;
    if (!this.frames.has(this.ply + 1)) await this.load(this.ply + 1);
    if (button !== this.button || !this.playing) return;
    const frame = this.frames.get(this.ply + 1);
    if (frame) this.show(frame);
    if (!frame || this.ply >= this.last) return this.stop();
    this.timer = setTimeout(() => this.next(), SPEED);
  }

  show(frame) {
    this.ply = frame.ply;
    if (document.dispatchEvent(new CustomEvent("step-shown", { detail: frame, cancelable: true }))) document.getElementById("board").innerHTML = frame.board;
    const words = document.querySelector("#game .staged, #game [role=status]");
    if (words) words.textContent = frame.said;
  }

  async load(from) {
    const { frames, start, turns, flip, token } = this.button.dataset;
    const body = new URLSearchParams({ position: start, turns, from, csrfmiddlewaretoken: token });
    if (flip !== undefined) body.set("flip", "1");
    try {
      const answer = await fetch(frames, { method: "POST", body });
      if (!answer.ok) return;
      for (const frame of (await answer.json()).frames) this.frames.set(frame.ply, frame);
    } catch {
      // it stops where it is
    }
  }

  // The page of the turn at which it stopped: by the form of the steps, or by a link of the analysis.
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.button.textContent = "▷";
    this.button.setAttribute("aria-label", "Replay the line");
    const { numbers, query } = this.button.dataset;
    if (numbers) {
      const link = Object.assign(document.createElement("a"), { href: `?at=${numbers.split(" ")[this.ply]}${query || ""}`, hidden: true });
      link.dataset.next = "";
      this.button.parentElement.append(link);
      return link.click();
    }
    const form = document.getElementById("steps");
    const button = Object.assign(document.createElement("button"), { name: "ply", value: this.ply, hidden: true });
    form.append(button);
    form.requestSubmit(button);
  }
}

new LineReplay();

// Plays what a page shows turn by turn: play and pause at four speeds, steps for which nothing is asked, since twenty
// positions come at once, and jumps. replay.js says how for a game, replay-line.js for a line on a board to try things on.
const USUAL = 1500; // milliseconds
const KEEP_AHEAD = 6; // positions, before the next twenty are asked for
const AT_ONCE = 20;

export class Player {
  constructor() {
    this.frames = new Map();
    this.asked = new Map();
    this.speed = USUAL;
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("change", (event) => event.target.matches("[data-speed]") && (this.speed = Number(event.target.value)));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  // Takes up what is replayed: the `panel` of its buttons; positions are kept as long as `key` stays.
  begin(panel, { key, shown, last }) {
    this.panel = panel;
    if (key !== this.key) {
      this.frames.clear();
      this.asked.clear();
      this.jumps = null;
    }
    [this.key, this.ply, this.last] = [key, shown, last];
    for (const part of [panel, ...document.querySelectorAll("button[data-play]")]) part.hidden = !last;
    const speed = panel.querySelector("[data-speed]");
    if (speed) speed.value = String(this.speed);
  }

  // --- What a kind of page says of itself ---
  // The address of twenty positions from this one on, and how to ask for them.
  request() {
    throw new Error("not told");
  }

  // Opens the page of a position that could not be shown here.
  open() {
    throw new Error("not told");
  }

  // The address that a step leads to without this script; null where it is a button of a form.
  addressOf() {
    return null;
  }

  // Whether the board may be changed in place.
  mayStep() {
    return Boolean(this.panel);
  }

  // What else shows the position.
  showBesides() {}

  // --- Clicks and keys ---
  click(event) {
    const target = event.target.closest("[data-step], [data-play], [data-jump]");
    if (!target || !this.panel || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { step, play, jump } = target.dataset;
    if (play !== undefined) {
      this.swallow(event);
      return this.timer ? this.pause() : this.play();
    }
    if (jump) return this.jump(jump);
    const ply = this.plies()[step];
    this.stop();
    if (ply === undefined || !this.mayStep(ply)) return;
    this.swallow(event);
    if (ply >= 0 && ply <= this.last) this.go(ply);
  }

  plies() {
    return { first: 0, previous: this.ply - 1, next: this.ply + 1 };
  }

  swallow(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  press(event) {
    const busy = event.target.closest("input, textarea, select, .board-frame") || event.altKey || event.ctrlKey || event.metaKey;
    if (event.key !== "p" || busy || !this.panel || document.body.dataset.keys === undefined) return;
    event.preventDefault();
    this.timer ? this.pause() : this.play();
  }

  // --- Playing ---
  play() {
    this.timer = setTimeout(() => {}, 0);
    this.mark();
    return this.ply >= this.last ? this.go(0).then(() => this.plan()) : this.plan();
  }

  plan() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (this.ply >= this.last || !(await this.go(this.ply + 1)) || this.ply >= this.last) return this.pause();
      return this.plan();
    }, this.speed);
    this.prefetch();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.mark();
  }

  pause() {
    this.stop();
  }

  mark() {
    for (const button of document.querySelectorAll("[data-play]")) {
      const isSign = button.dataset.play === "sign";
      button.toggleAttribute("data-playing", Boolean(this.timer)); // the style shows one icon of two
      if (isSign) button.setAttribute("aria-label", this.timer ? "Pause" : "Replay");
      else {
        button.textContent = this.timer ? "Pause" : "Replay";
        button.setAttribute("aria-pressed", String(Boolean(this.timer)));
      }
    }
  }

  // --- Jumps ---
  // To the next turn of that kind; from the last one on to the first.
  jump(kind) {
    this.stop();
    const plies = this.jumps?.[kind] || [];
    const ply = plies.find((each) => each > this.ply) ?? plies[0];
    if (ply !== undefined) return this.go(ply);
  }

  showJumps() {
    for (const button of this.panel.querySelectorAll("[data-jump]")) button.hidden = !this.jumps[button.dataset.jump];
    this.panel.querySelector(".replay-jumps").hidden = !Object.keys(this.jumps).length;
  }

  // --- Positions ---
  // Twenty positions come with the one that is asked for: the following ones, or on the way back those before it.
  async load(ply) {
    const start = ply < this.ply ? Math.max(0, ply - AT_ONCE) : ply;
    if (!this.asked.has(start)) this.asked.set(start, this.fetch(start));
    if (!(await this.asked.get(start))) this.asked.delete(start);
  }

  async fetch(start) {
    const { frames, key } = this;
    try {
      const answer = await fetch(...this.request(start));
      if (!answer.ok) return false;
      const found = await answer.json();
      if (key !== this.key) return false;
      for (const frame of found.frames) frames.set(frame.ply, frame);
      this.hear(found);
      return true;
    } catch {
      return false;
    }
  }

  // What came besides the positions.
  hear() {}

  prefetch() {
    const ahead = Math.min(this.ply + KEEP_AHEAD, this.last);
    if (!this.frames.has(ahead)) this.load(ahead);
  }

  // Whether the position could be shown; the page of it is opened where it could not.
  async go(ply) {
    if (!this.frames.has(ply)) await this.load(ply);
    const frame = this.frames.get(ply);
    if (!frame) {
      this.open(ply);
      return false;
    }
    this.show(frame);
    return true;
  }

  show(frame) {
    const before = this.ply;
    this.ply = frame.ply;
    const asked = new CustomEvent("step-shown", { detail: frame, cancelable: true });
    if (document.dispatchEvent(asked)) document.getElementById("board").innerHTML = frame.board;
    this.showSteps();
    this.showBesides(frame);
    document.dispatchEvent(new CustomEvent("replayed", { detail: { from: before, to: frame.ply } }));
  }

  // Steps that lead nowhere cannot be pressed: links are words then, as the site writes them.
  showSteps() {
    const bar = document.querySelector(".steps");
    if (!bar) return;
    const plies = { ...this.plies(), last: this.last };
    const labels = { first: "First position", previous: "Previous turn", next: "Next turn", last: this.panel.dataset.lastLabel || "Current position" };
    const held = document.activeElement;
    const found = [...bar.querySelectorAll(":scope > .off, :scope > [data-step]")].slice(0, 4);
    found.forEach((old, number) => {
      const name = Object.keys(labels)[number];
      const off = (["next", "last"].includes(name) && this.isAtEnd(name)) || (["first", "previous"].includes(name) && !this.ply);
      const fresh = old.matches("button") ? Object.assign(old, { value: plies[name], disabled: off }) : this.makeStep(name, plies[name], { off, label: labels[name], sign: [...old.cloneNode(true).childNodes] });
      if (old !== fresh) old.replaceWith(fresh);
      if (held === old && document.activeElement !== old) (off ? bar.querySelector("a[data-step], button[data-step]:enabled") : fresh)?.focus();
    });
  }

  // The last step of a game leads to where it stands, even from the last position.
  isAtEnd(name) {
    return this.ply >= this.last && name === "next";
  }

  makeStep(name, ply, { off, label, sign }) {
    const made = document.createElement(off ? "span" : "a");
    made.className = off ? "button off" : "button";
    made.replaceChildren(...sign);
    if (off) made.setAttribute("aria-hidden", "true");
    else {
      made.href = this.addressOf(ply, name);
      made.dataset.step = name;
      made.setAttribute("aria-label", label);
    }
    return made;
  }
}

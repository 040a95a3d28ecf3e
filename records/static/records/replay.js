// Replays a game: play and pause at four speeds, and steps for which nothing is asked, since twenty positions come at
// once. Without script the links of the same bar lead from position to position.
const USUAL = 1500; // milliseconds
const KEEP_AHEAD = 6; // positions, before the next twenty are asked for

class Replay {
  constructor() {
    this.frames = new Map();
    this.asked = new Map();
    document.addEventListener("game-shown", () => this.take());
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    this.take();
    if (this.panel && new URLSearchParams(location.search).has("play")) this.play();
  }

  take() {
    const panel = document.getElementById("replay");
    if (panel === this.panel) return;
    this.pause();
    this.panel = panel;
    if (!panel) return;
    const { shown, last, frames } = panel.dataset;
    if (frames !== this.address || Number(last) !== this.last) this.frames.clear(), this.asked.clear();
    [this.ply, this.last, this.address] = [Number(shown), Number(last), frames];
    this.isNow = panel.dataset.isNow !== undefined;
    panel.hidden = false;
    for (const button of document.querySelectorAll("button[data-play]")) button.hidden = false;
    this.jumps = null;
    if (!this.isNow && panel.dataset.jumps) this.findJumps();
  }

  // Where the page may be changed: a position that may be played on is left by a link.
  get mayStep() {
    return this.panel && !this.isNow;
  }

  click(event) {
    const target = event.target.closest("[data-step], [data-play], [data-jump]");
    if (!target || !this.panel || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { step, play, jump } = target.dataset;
    if (play !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      return this.timer ? this.pause() : this.play();
    }
    if (jump) return this.jump(jump);
    this.pause();
    const ply = { first: 0, previous: this.ply - 1, next: this.ply + 1 }[step];
    if (ply === undefined || !this.mayStep) return;
    event.preventDefault();
    event.stopPropagation();
    if (ply >= 0 && ply <= this.last) this.go(ply);
  }

  press(event) {
    const busy = event.target.closest("input, textarea, select, .board-frame") || event.altKey || event.ctrlKey || event.metaKey;
    if (event.key !== "p" || busy || !this.panel || document.body.dataset.keys === undefined) return;
    event.preventDefault();
    this.timer ? this.pause() : this.play();
  }

  play() {
    if (!this.mayStep) return location.assign(this.at(0, "play=1"));
    this.timer = setTimeout(() => {}, 0);
    this.mark();
    return this.ply >= this.last ? this.go(0).then(() => this.plan()) : this.plan();
  }

  plan() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    const speed = Number(this.panel.querySelector("[data-speed]")?.value || USUAL);
    this.timer = setTimeout(async () => {
      if (this.ply >= this.last || !(await this.go(this.ply + 1)) || this.ply >= this.last) return this.pause();
      return this.plan();
    }, speed);
    this.prefetch();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.mark();
  }

  mark() {
    for (const button of document.querySelectorAll("[data-play]")) {
      if (button.matches("button")) button.textContent = this.timer ? button.dataset.pauseWord || "Pause" : button.dataset.playWord || "Play";
      else button.textContent = this.timer ? "❚❚" : "▷";
      button.setAttribute("aria-pressed", String(Boolean(this.timer)));
      if (!button.matches("button")) button.setAttribute("aria-label", this.timer ? "Pause" : "Replay the game");
      if (!button.matches("button")) button.removeAttribute("aria-pressed");
    }
  }

  async findJumps() {
    const { panel } = this;
    try {
      const answer = await fetch(panel.dataset.jumps);
      if (!answer.ok || panel !== this.panel) return;
      this.jumps = (await answer.json()).jumps;
    } catch {
      return;
    }
    for (const button of panel.querySelectorAll("[data-jump]")) button.hidden = !this.jumps[button.dataset.jump];
    panel.querySelector(".replay-jumps").hidden = !Object.keys(this.jumps).length;
  }

  // To the next turn of that kind; from the last one on to the first.
  jump(kind) {
    this.pause();
    const plies = this.jumps?.[kind] || [];
    const ply = plies.find((each) => each > this.ply) ?? plies[0];
    if (ply !== undefined) this.go(ply);
  }

  // Twenty positions come with the one that is asked for: the following ones, or on the way back those before it.
  async load(ply) {
    const start = ply < this.ply ? Math.max(0, ply - 20) : ply;
    if (!this.asked.has(start)) this.asked.set(start, this.fetch(start));
    if (!(await this.asked.get(start))) this.asked.delete(start);
  }

  async fetch(start) {
    const query = new URLSearchParams(this.panel.dataset.query || "");
    query.set("from", start);
    try {
      const answer = await fetch(`${this.address}?${query}`);
      if (!answer.ok) return false;
      for (const frame of (await answer.json()).frames) this.frames.set(frame.ply, frame);
      return true;
    } catch {
      return false;
    }
  }

  prefetch() {
    const ahead = Math.min(this.ply + KEEP_AHEAD, this.last);
    if (!this.frames.has(ahead)) this.load(ahead);
  }

  // Whether the position could be shown; the page of it is opened where it could not.
  async go(ply) {
    if (!this.frames.has(ply)) await this.load(ply);
    const frame = this.frames.get(ply);
    if (!frame) {
      location.assign(this.at(ply));
      return false;
    }
    this.show(frame);
    return true;
  }

  at(ply, more = "") {
    const query = [this.panel.dataset.query, more].filter(Boolean).join("&");
    return `${this.panel.dataset.base}${ply}/${query ? `?${query}` : ""}`;
  }

  show(frame) {
    const before = this.ply;
    this.ply = frame.ply;
    this.panel.dataset.shown = frame.ply;
    const asked = new CustomEvent("step-shown", { detail: frame, cancelable: true });
    if (document.dispatchEvent(asked)) document.getElementById("board").innerHTML = frame.board;
    for (const [place, tray] of [["top", frame.trays[0]], ["bottom", frame.trays[1]]]) this.showTray(place, tray);
    const said = document.querySelector("[data-part=said]");
    if (said) said.textContent = frame.said;
    this.showSteps();
    this.showInList();
    this.showBesides(frame);
    if (location.pathname !== this.at(frame.ply).split("?")[0] || location.search.includes("play")) history.replaceState(history.state, "", this.at(frame.ply));
    if (frame.title) document.title = document.title.replace(/^.*(?= · )/, frame.title);
    document.dispatchEvent(new CustomEvent("replayed", { detail: { from: before, to: frame.ply } }));
  }

  showTray(place, tray) {
    const under = document.querySelector(`.player.${place} .under`);
    if (!under) return;
    under.querySelector(".lost")?.remove();
    under.querySelector("svg")?.remove();
    if (tray) under.insertAdjacentHTML("beforeend", `<span class="lost">${under.dataset.lost || "Lost:"}</span>${tray}`);
  }

  // Steps that lead nowhere are words, others are links, as the site writes them.
  showSteps() {
    const names = ["first", "previous", "next", "last"];
    const plies = { first: 0, previous: this.ply - 1, next: this.ply + 1 };
    const labels = { first: "First position", previous: "Previous turn", next: "Next turn", last: "Current position" };
    const bar = document.querySelector("nav.steps");
    if (!bar) return;
    const found = [...bar.querySelectorAll(":scope > .off, :scope > [data-step]")].slice(0, 4);
    found.forEach((old, number) => {
      const name = names[number];
      const off = (name === "next" && this.ply >= this.last) || (["first", "previous"].includes(name) && !this.ply);
      const fresh = document.createElement(off ? "span" : "a");
      fresh.className = off ? "button off" : "button";
      fresh.textContent = old.textContent;
      if (off) fresh.setAttribute("aria-hidden", "true");
      else {
        fresh.href = name === "last" ? this.panel.dataset.now || this.panel.dataset.base + (this.panel.dataset.query ? `?${this.panel.dataset.query}` : "") : this.at(plies[name]);
        fresh.dataset.step = name;
        fresh.setAttribute("aria-label", labels[name]);
      }
      const held = document.activeElement === old;
      old.replaceWith(fresh);
      if (held) (off ? bar.querySelector("a[data-step]") : fresh)?.focus();
    });
  }

  showInList() {
    for (const current of document.querySelectorAll('.turns [aria-current="true"]')) current.removeAttribute("aria-current");
    const link = document.querySelector(`.turns > li[value="${this.ply}"] > a`);
    const list = document.querySelector(".turns-scroll");
    if (!link) return;
    link.setAttribute("aria-current", "true");
    if (list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }

  showBesides(frame) {
    for (const part of document.querySelectorAll("[data-part=position]")) part.textContent = frame.position;
    for (const link of document.querySelectorAll("[data-part=practice]")) link.href = `${this.panel.dataset.practice}?position=${encodeURIComponent(frame.position)}`;
    for (const field of document.querySelectorAll("[data-part=ply]")) field.value = frame.ply;
  }
}

new Replay();

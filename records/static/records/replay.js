// Replays a game, on its page and in frames on other sites. Without script the links of the same bar lead from position
// to position.
import { Player } from "./player.js";

class GameReplay extends Player {
  constructor() {
    super();
    document.addEventListener("game-shown", () => this.take());
    this.take();
    if (this.panel && new URLSearchParams(location.search).has("play")) this.play();
  }

  take() {
    const panel = document.getElementById("replay");
    if (panel === this.panel) return;
    this.stop();
    this.panel = panel;
    if (!panel) return;
    const { shown, last, frames, isNow } = panel.dataset;
    this.isNow = isNow !== undefined;
    this.begin(panel, { key: `${frames} ${last}`, shown: Number(shown), last: Number(last) });
    if (!this.isNow && panel.dataset.jumps) this.findJumps();
  }

  // A position that may be played on is left by a link.
  mayStep() {
    return Boolean(this.panel) && !this.isNow;
  }

  play() {
    return this.mayStep() ? super.play() : location.assign(this.at(0, "play=1"));
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
    this.showJumps();
  }

  request(start) {
    const query = new URLSearchParams(this.panel.dataset.query || "");
    query.set("from", start);
    return [`${this.panel.dataset.frames}?${query}`];
  }

  at(ply, more = "") {
    const query = [this.panel.dataset.query, more].filter(Boolean).join("&");
    return `${this.panel.dataset.base}${ply}/${query ? `?${query}` : ""}`;
  }

  open(ply) {
    location.assign(this.at(ply));
  }

  addressOf(ply, name) {
    const { now, base, query } = this.panel.dataset;
    return name === "last" ? now || base + (query ? `?${query}` : "") : this.at(ply);
  }

  showBesides(frame) {
    const { practice } = this.panel.dataset;
    this.panel.dataset.shown = frame.ply;
    for (const [place, tray] of [["top", frame.trays[0]], ["bottom", frame.trays[1]]]) this.showTray(place, tray);
    for (const said of document.querySelectorAll("[data-part=said]")) said.textContent = frame.said;
    this.showInList();
    for (const part of document.querySelectorAll("[data-part=position]")) part.textContent = frame.position;
    for (const link of document.querySelectorAll("[data-part=practice]")) link.href = `${practice}?position=${encodeURIComponent(frame.position)}`;
    for (const field of document.querySelectorAll("[data-part=ply]")) field.value = frame.ply;
    if (location.pathname !== this.at(frame.ply).split("?")[0] || location.search.includes("play")) history.replaceState(history.state, "", this.at(frame.ply));
    if (frame.title) document.title = document.title.replace(/^.*(?= · )/, frame.title);
  }

  showTray(place, tray) {
    const under = document.querySelector(`.player.${place} .under`);
    if (!under) return;
    under.querySelector(".lost")?.remove();
    under.querySelector("svg")?.remove();
    if (tray) under.insertAdjacentHTML("beforeend", `<span class="lost">${under.dataset.lost || "Lost:"}</span>${tray}`);
  }

  showInList() {
    for (const current of document.querySelectorAll('.turns [aria-current="true"]')) current.removeAttribute("aria-current");
    const link = document.querySelector(`.turns > li[value="${this.ply}"] > a`);
    const list = document.querySelector(".turns-scroll");
    if (!link) return;
    link.setAttribute("aria-current", "true");
    if (list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }
}

new GameReplay();

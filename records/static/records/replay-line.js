// Replays the line of a practice board or of an analysis. Only the board, its words and its steps change at once; the
// page of the turn that is shown takes the place of this one as soon as the steps have come to rest.
import { Player } from "./player.js";

const REST = 600; // milliseconds
const ELSEWHERE = 'button[name="ply"]:not([data-step]), a[data-next]:not([data-step])'; // leads to a turn by its number
const CONTROLS = ["a", "button", "input", "select", "textarea", "summary", ".board-frame"].map((name) => `#game ${name}`).join();

class LineReplay extends Player {
  constructor() {
    super();
    new MutationObserver(() => this.take()).observe(document.getElementById("main"), { childList: true, subtree: true });
    document.addEventListener("submit", (event) => this.submit(event), true);
    document.addEventListener("toggle", (event) => event.target.matches?.(".replay-material") && this.toggle(event.target), true);
    this.take();
  }

  take() {
    const panel = document.getElementById("replay");
    if (panel === this.panel) return;
    this.stop();
    this.panel = panel;
    if (!panel) return; // no turn is left
    const { start, turns, shown } = panel.dataset;
    this.begin(panel, { key: `${start} ${turns}`, shown: Number(shown), last: turns ? turns.split("; ").length : 0 });
    if (this.jumps) this.showJumps();
    panel.querySelector(".replay-material").open = Boolean(this.isMaterialOpen);
    const { again } = this;
    this.again = "";
    if (again) document.querySelector(`#game [data-step="${again}"]`)?.click();
  }

  // Whether the page is still that of another turn than the board shows.
  get isAhead() {
    return this.ply !== Number(this.panel.dataset.shown);
  }

  plies() {
    return { ...super.plies(), last: this.last };
  }

  // The first step is taken by a page, while the positions around it are on their way.
  mayStep(ply) {
    if (document.getElementById("game").dataset.asking !== undefined) return false;
    if (this.frames.has(ply) || this.isAhead) return true;
    this.load(ply);
    return false;
  }

  isAtEnd() {
    return this.ply >= this.last;
  }

  request(start) {
    const { frames, start: position, turns, flip, token } = this.panel.dataset;
    const body = new URLSearchParams({ position, turns, from: start, csrfmiddlewaretoken: token });
    if (flip !== undefined) body.set("flip", "1");
    if (!this.jumps) body.set("jumps", "1");
    return [frames, { method: "POST", body }];
  }

  hear({ jumps }) {
    if (!jumps) return;
    this.jumps = jumps;
    this.showJumps();
  }

  showJumps() {
    for (const button of this.panel.querySelectorAll("[data-jump]")) button.disabled = !this.jumps[button.dataset.jump];
  }

  async jump(kind) {
    if (!this.jumps) await this.load(this.ply);
    return super.jump(kind);
  }

  // The graph of material, which is of the whole line, stays open from turn to turn.
  async toggle(part) {
    if (part.isConnected) this.isMaterialOpen = part.open;
    if (!part.open) return;
    if (this.material?.key !== this.key) {
      const [address, options] = this.request(this.ply);
      options.body.set("material", "1");
      const { key } = this;
      const answer = await fetch(address, options).catch(() => null);
      if (answer?.ok) this.material = { key, drawn: (await answer.json()).material };
    }
    const drawn = this.material?.key === this.key ? this.material.drawn : "No answer from the site. Close this and open it again.";
    part.querySelector("[data-material]").innerHTML = drawn;
  }

  // --- The page of the turn ---
  pause() {
    super.pause();
    if (this.panel) this.settle();
  }

  click(event) {
    super.click(event);
    const control = event.isTrusted && this.panel && this.isAhead && event.target.closest(CONTROLS);
    if (!control || event.defaultPrevented || control.matches(ELSEWHERE) || control.closest(".replay")) return;
    this.swallow(event); // what it means depends on the page
    this.stop();
    this.settle(control.dataset.step);
  }

  submit(event) {
    const stays = ["steps", "line"].includes(event.target.id);
    if (stays || !this.panel || !this.isAhead || !event.target.closest("#game")) return;
    this.swallow(event);
    this.stop();
    this.settle();
  }

  // Asks for the page of the turn that is shown, and clicks there what was clicked here, if it has a name.
  settle(again = "") {
    clearTimeout(this.rest);
    if (!this.isAhead) return;
    this.again = again;
    this.open(this.ply);
  }

  open(ply) {
    const address = this.addressOf(ply);
    const form = document.getElementById("steps");
    const step = address ? Object.assign(document.createElement("a"), { href: address }) : Object.assign(document.createElement("button"), { name: "ply", value: ply });
    step.hidden = true;
    step.dataset.next = "";
    (address ? document.getElementById("game") : form).append(step);
    address ? step.click() : form.requestSubmit(step);
    step.remove();
  }

  addressOf(ply) {
    const { address, numbers } = this.panel.dataset;
    return address ? address.replace("*", numbers.split(" ")[ply]) : null;
  }

  showBesides(frame) {
    document.querySelectorAll(".practice-tray").forEach((tray, place) => (tray.innerHTML = frame.trays[place] || ""));
    const words = document.querySelector("#game .staged, #game [role=status]");
    if (words) words.textContent = frame.said;
    this.showInList();
    clearTimeout(this.rest);
    if (!this.timer) this.rest = setTimeout(() => this.settle(), REST);
  }

  showInList() {
    const address = this.addressOf(this.ply);
    const current = document.querySelector(address ? `.tree-turn[href="${CSS.escape(address)}"]` : `.practice-turns button[value="${this.ply}"]`);
    for (const other of document.querySelectorAll(".tree-turn[aria-current], .practice-turns [aria-current]")) other.removeAttribute("aria-current");
    if (!current) return;
    current.setAttribute("aria-current", "true");
    const list = current.closest(".tree-scroll, .practice-turns");
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}

new LineReplay();

// Keeps the page of a game true: asks now and then whether the game has changed, puts its new state in place, and
// counts the clocks down. Arrow keys step through the turns.
import { askSite, SessionEnded } from "../accounts/ask-site.js";
import { Board, BoardAtOnce } from "./board.js";
import { Chat } from "./chat.js";

const SOONEST = 3000;
const SOON = 1000;
const SOON_LATEST = 2000;
const SOON_LASTS = 60000;
const LOOK_EVERY = 5000;
const LATEST = 60000;
const CONFIRMED_LASTS = 15000;
const ARRIVES = 700;
const UNITS = [["day", 1440], ["hour", 60], ["minute", 1]];

class Live {
  constructor() {
    this.take(document.getElementById("game"));
    this.wait = this.soonest;
    addEventListener("focus", () => this.hurry());
    addEventListener("pageshow", (event) => event.persisted && this.comeBack());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    document.addEventListener("keydown", (event) => this.step(event));
    document.addEventListener("submit", (event) => this.say(event));
    document.addEventListener("click", (event) => this.look(event));
    document.addEventListener("step-shown", (event) => (event.preventDefault(), this.board.step(event.detail)));
    document.addEventListener("click", (event) => event.target.id === "confirm" && this.note(event));
    addEventListener("resize", () => this.fit());
    setInterval(() => this.tick(), 15000);
    this.fit();
    this.plan();
    this.goToBoard();
  }

  take(area) {
    this.area = area;
    this.since = this.looked = Date.now();
    this.ahead = Date.now() - Date.parse(area.dataset.now);
    this.board = new (area.dataset.oneClick === undefined ? Board : BoardAtOnce)(area);
    this.chat = new Chat(area);
    for (const kind of ["click", "input"]) area.addEventListener(kind, (event) => this.goOn(event));
    area.querySelector("#sealing summary")?.addEventListener("click", (event) => this.seal(event));
    const current = area.querySelector('.turns [aria-current="true"]');
    const list = area.querySelector(".turns-scroll");
    area.dispatchEvent(new Event("game-shown", { bubbles: true })); // queue.js counts, on the pages of players
    if (current && list) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  // What is announced above the page may take any number of lines: the rest of the window is for the first screen.
  fit() {
    if (!document.querySelector(".banner")) return;
    const tops = [...this.area.querySelectorAll("#board, .player")].map((part) => part.getBoundingClientRect().top);
    document.body.style.setProperty("--above", `${Math.min(...tops) + scrollY}px`);
  }

  // What was just done or refused gives its line to what is being done.
  goOn(event) {
    if (!event.target.closest("#board, #turn")) return;
    for (const words of this.area.querySelectorAll("#status .passing")) words.remove();
  }

  // Whoever opens the remark wants to write it, and on a phone its field is below what is in view.
  seal({ currentTarget }) {
    const { parentElement: part } = currentTarget;
    if (!part.open) part.addEventListener("toggle", () => part.querySelector("textarea").focus(), { once: true });
  }

  // A computer answers within seconds.
  get soon() {
    return this.area.dataset.soon !== undefined;
  }

  get soonest() {
    return this.soon ? SOON : SOONEST;
  }

  get latest() {
    return this.soon && Date.now() - this.since < SOON_LASTS ? SOON_LATEST : LATEST;
  }

  // Where to ask for news; of a game that is over, while its chat is open.
  get address() {
    return this.area.dataset.state || this.chat.address;
  }

  plan() {
    clearTimeout(this.timer);
    if (this.address) this.timer = setTimeout(() => this.ask(), this.wait);
  }

  hurry() {
    this.wait = this.soonest;
    if (this.address) this.ask();
  }

  // Confirm leads to a page that begins anew: there the board is where one goes on.
  note(event) {
    sessionStorage.setItem("confirmed", JSON.stringify({ at: Date.now(), byKey: event.detail === 0 }));
  }

  goToBoard() {
    const { at = 0, byKey } = JSON.parse(sessionStorage.getItem("confirmed") || "{}");
    sessionStorage.removeItem("confirmed");
    if (Date.now() - at > CONFIRMED_LASTS) return;
    if (this.area.dataset.over) this.letArrive(this.area); // a second press of Confirm does nothing there
    if (document.activeElement !== document.body) return;
    const { frame } = this.board;
    frame.classList.toggle("by-key", byKey);
    frame.focus({ preventScroll: true });
  }

  // Whoever was on the board stays there, on the same square.
  stayOnBoard(held) {
    const place = held.matches(".place") ? this.board.placeOf(held.dataset.square) : null;
    this.board.frame.classList.toggle("by-key", held.matches(".by-key"));
    (place?.hasAttribute("tabindex") ? place : this.board.frame).focus({ preventScroll: true });
  }

  // What the other player did meanwhile, for those who listen. The words stand outside what is replaced: a part that is
  // put in place with its words is not read out.
  sayAloud(before) {
    const { ply, told, over } = this.area.dataset;
    const news = [Number(ply) > Number(before.ply) && told, !before.over && over].filter(Boolean);
    if (news.length) document.getElementById("said-aloud").textContent = news.join(" ");
    if (Number(ply) > Number(before.ply)) document.dispatchEvent(new Event("turn-came")); // sounds.js hears it
    if (over && !before.over) this.letArrive(this.area.querySelector("#over"));
  }

  // What comes where something else was a moment ago: a click that was meant for that does nothing.
  letArrive(part) {
    part.inert = true;
    setTimeout(() => (part.inert = false), ARRIVES);
  }

  // From the browser's cache: Confirm was disabled when the page was left.
  comeBack() {
    if (this.board.turn) this.board.settle();
    this.hurry();
  }

  async ask() {
    clearTimeout(this.timer);
    const query = new URLSearchParams(this.area.dataset.query || "");
    // Staff may have stopped the computer, which no revision tells: the whole is looked at now and then.
    const whole = this.soon && Date.now() - this.looked >= LOOK_EVERY;
    if (whole) this.looked = Date.now();
    else query.set("revision", this.area.dataset.revision);
    if (this.chat.said !== undefined) query.set("said", this.chat.said);
    try {
      const answer = await askSite(`${this.address}?${query}`);
      const fresh = answer.status === 200 && !answer.redirected && this.replace(await answer.text());
      if (!fresh) this.wait = Math.min(this.wait * 1.5, this.latest);
    } catch (error) {
      if (error instanceof SessionEnded) return; // asked again when somebody comes back to the page
      this.wait = LATEST;
    }
    this.plan();
  }

  // Returns whether anything has changed.
  replace(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("game");
    if (!fresh) {
      this.chat.take(html);
      this.wait = SOONEST;
      return true;
    }
    const { revision, soon, ply, over } = this.area.dataset;
    if (fresh.dataset.revision === revision && fresh.dataset.soon === soon) return false;
    const kept = this.area.querySelector("#text")?.value || "";
    const { data: before, turn: entered } = this.board;
    const chat = this.chat;
    const writing = chat.hold();
    const typed = [...this.area.querySelectorAll("[data-keep]")].filter((field) => field.value !== field.defaultValue);
    const held = document.activeElement;
    this.area.replaceWith(fresh);
    this.take(fresh);
    for (const field of typed) {
      this.nameVersion(field);
      this.area.querySelector(`#${field.id}`)?.replaceWith(field);
      field.closest("details")?.setAttribute("open", "");
    }
    if (typed.includes(held)) held.focus();
    if (held.closest("#board")) this.stayOnBoard(held);
    this.sayAloud({ ply, over });
    this.chat.takeOver(chat.form, writing);
    this.wait = this.soonest;
    document.title = document.title.replace(/^.*(?= · )/, fresh.dataset.title.trim());
    // An offer or a moved deadline leaves the board as it is, and what was staged on it.
    const same = entered && this.board.turn && JSON.stringify(this.board.data) === JSON.stringify(before);
    if (same) this.board.resume(entered.clicks, kept);
    else if (kept) this.keep(kept);
    return true;
  }

  // What is being written says which version it was written over.
  nameVersion(field) {
    const there = this.area.querySelector(`#${field.id}`)?.form?.elements.version;
    const version = field.form?.elements.version;
    if (there && version) there.value = version.value;
  }

  // What was typed or staged before the game changed is not lost, and not staged again unasked.
  keep(text) {
    const field = this.area.querySelector("#text");
    const words = this.area.querySelector(".staged");
    if (field) {
      field.value = text;
      this.area.querySelector("#typing").open = true;
      this.board.settle();
    }
    if (words) words.textContent = `The game has changed. You had entered ${text}: please check it.`;
  }

  say(event) {
    if (event.target.id !== "say") return;
    event.preventDefault();
    this.chat.send(event.target).then(() => this.hurry());
  }

  look(event) {
    const link = event.target.closest("a[data-chat]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.chat.open(link);
  }

  tick() {
    for (const clock of this.area.querySelectorAll("[data-deadline]")) {
      const left = Math.floor((Date.parse(clock.dataset.deadline) - (Date.now() - this.ahead)) / 60000);
      clock.textContent = this.words(left, Date.parse(clock.dataset.deadline) > Date.now() - this.ahead);
    }
  }

  // As the server says it: two units, rounded down.
  words(minutes, running) {
    if (!running) return "time is up";
    const parts = [];
    let rest = minutes;
    for (const [unit, size] of UNITS) {
      const count = Math.floor(rest / size);
      rest %= size;
      if (unit === "minute" && minutes >= 1440) continue;
      if (count) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
    }
    return parts.join(" ") || "less than a minute";
  }

  step(event) {
    const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const busy = event.target.closest("input, textarea, select, [tabindex], .board-frame");
    if (!name || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const link = this.area.querySelector(`[data-step="${name}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  }
}

new Live();

// The board of a game's page: clicks, keys or a dragged piece stage a turn, Confirm sends it. Which turns are legal, how
// they look, what they bring about and why a square cannot be clicked, the server says. The words and buttons beneath it
// are in prompts.js, what is drawn in picture.js.
import { askSite } from "../accounts/ask-site.js";
import { Picture, Zones } from "./picture.js";
import { Prompts } from "./prompts.js";
import { Narrowing } from "./steps.js";

const JUST = 700; // milliseconds

export class Board {
  constructor(area) {
    this.area = area;
    this.data = JSON.parse(area.querySelector("#game-data").textContent);
    this.picture = new Picture(area.querySelector("#board"));
    this.frame = this.picture.frame;
    this.plain = { board: this.picture.html, zones: this.data.zones, said: [] };
    this.shown = this.plain;
    this.names = new Map([...this.picture.places].map(([square, place]) => [square, place.dataset.name]));
    this.answers = new Map();
    this.prompts = new Prompts(this);
    this.form = area.querySelector("#turn");
    this.turn = this.form ? new Narrowing(this.data.moves, this.data) : null;
    this.turn?.options(); // before the first click, which then has less to do
    this.zones = new Zones(this);
    this.focus = this.only = null;
    this.why = "";
    this.listen();
    this.dress();
    if (Board.seen !== this.plain.board) this.picture.slide();
    Board.seen = this.plain.board;
  }

  part(name) {
    return this.area.querySelector(`#${name}`);
  }

  placeOf(square) {
    return this.picture.placeOf(square);
  }

  listen() {
    this.frame.addEventListener("click", (event) => {
      const place = event.target.closest(".place");
      if (place) this.clickSquare(place.dataset.square);
    });
    this.frame.addEventListener("keydown", (event) => this.press(event));
    this.frame.addEventListener("focusin", (event) => this.rove(event.target.closest(".place")));
    this.frame.addEventListener("focusout", () => this.zones.focus(null));
    this.frame.addEventListener("pointerover", (event) => this.zones.point(event.target.closest(".place")));
    this.frame.addEventListener("pointerleave", () => this.zones.point(null));
    this.picture.drag({ holds: (square) => this.holds(square), take: (square) => this.take(square), drop: (square) => this.clickSquare(square, this.turn.asked(square)) });
    if (!this.form) return;
    this.part("undo").addEventListener("click", () => this.undo());
    this.part("cancel").addEventListener("click", () => this.cancel());
    this.part("text")?.addEventListener("input", () => this.typed());
    this.form.addEventListener("submit", () => setTimeout(() => (this.part("confirm").disabled = true)));
    if (this.part("typing")) this.part("typing").open = this.part("text").value !== "";
    for (const name of ["undo", "cancel"]) this.part(name).hidden = false;
    this.settle();
  }

  // Clicks

  // A piece that is dropped on another one of its side is meant to do what otherwise asks for a button.
  clickSquare(square, only = this.only) {
    if (!this.turn) return;
    this.focus = square;
    this.why = "";
    const last = this.turn.clicks[this.turn.clicks.length - 1];
    if (this.turn.click(square, only)) return this.update();
    if (last && last.token === square) return this.undo();
    if (this.turn.choose(square, this.only) || this.turn.choose(square)) return this.update();
    this.explain(square);
  }

  clickToken(token, only) {
    this.why = "";
    this.turn.click(token, only);
    this.update();
  }

  // Whether a turn may begin with a piece on this square, also in place of what was clicked; or has begun with it.
  holds(square) {
    if (!this.turn || this.placeOf(square).dataset.side === undefined) return false;
    return this.turn.begins(square) || this.turn.clicks[this.turn.clicks.length - 1]?.token === square;
  }

  // A piece that is dragged is one that was clicked, and goes somewhere.
  take(square) {
    const isBegun = () => this.turn.clicks[this.turn.clicks.length - 1]?.token === square;
    if (!isBegun()) this.clickSquare(square);
    return isBegun() && !this.turn.complete().length;
  }

  undo() {
    this.why = "";
    this.turn.undo();
    this.update();
  }

  cancel() {
    this.why = "";
    this.turn.reset();
    this.part("text").value = "";
    this.update();
  }

  typed() {
    if (this.turn.clicks.length) {
      this.turn.reset();
      this.wanted = "";
      this.show(this.plain);
    }
    this.settle();
  }

  // What was staged on a board like this one.
  resume(clicks, text) {
    for (const { token, again } of clicks) again || this.turn.click(token);
    this.part("text").value = text;
    this.part("typing").open = text !== "" && !clicks.length;
    if (clicks.length) this.update();
    else this.settle();
  }

  // What follows from the clicks

  async update() {
    this.only = null;
    this.picture.tell(null);
    const complete = this.turn.complete();
    this.part("text").value = complete.length === 1 ? complete[0] : "";
    this.settle();
    this.dress();
    const staged = this.turn.lastComplete();
    this.wanted = staged;
    const answer = staged ? await this.ask("text", staged) : this.plain;
    await this.picture.released;
    if (this.wanted !== staged || !answer?.board) return;
    this.show(answer);
    this.settle();
  }

  // Why a square cannot be clicked. What was staged stands.
  async explain(square) {
    this.settle();
    this.dress();
    const before = this.turn.asked(square) ? [] : this.turn.clicks.map((click) => click.token);
    const clicks = [...before, square].join(" ");
    this.asked = clicks;
    const answer = await this.ask("clicks", clicks);
    if (this.asked !== clicks || this.focus !== square || !answer?.why) return;
    this.why = answer.why;
    this.settle();
  }

  // The board after a turn, or why one is none. Without an answer the marks and the words still tell what is staged.
  async ask(name, value) {
    const key = `${name} ${value}`;
    if (this.answers.has(key)) return this.answers.get(key);
    const query = new URLSearchParams(this.area.dataset.query || "");
    query.set(name, value);
    try {
      const answer = await askSite(`${this.data.preview}?${query}`);
      if (!answer.ok) return null;
      this.answers.set(key, await answer.json());
      return this.answers.get(key);
    } catch {
      return null;
    }
  }

  show(answer) {
    const focused = this.frame.contains(document.activeElement);
    this.shown = answer;
    if (!this.picture.show(answer.board)) return;
    this.dress();
    if (answer !== this.plain) this.picture.slide();
    if (focused && this.focus) this.placeOf(this.focus)?.focus();
  }

  // Another position of the game, where nothing can be played.
  step(frame) {
    this.plain = { board: frame.board, zones: frame.zones, said: [] };
    this.turn = null; // until the page of that position is here
    this.show(this.plain);
    this.picture.slide();
    this.zones.draw();
  }

  settle() {
    const complete = this.turn.complete();
    const text = this.part("text").value.trim();
    const ready = text !== "" && complete.length < 2;
    this.part("confirm").disabled = !ready;
    this.part("undo").disabled = !this.turn.clicks.length;
    this.part("cancel").disabled = !this.turn.clicks.length && !text;
    this.prompts.say(complete, text);
    this.prompts.offer(complete);
  }

  more() {
    return this.turn.options().size > 0;
  }

  // The next click is to be one of this group, if it can be.
  toggleOnly(group) {
    this.only = this.only === group ? null : group;
    this.why = "";
    this.settle();
    this.dress();
    this.part("tokens").querySelector("[aria-pressed]")?.focus();
  }

  // The picture

  dress() {
    if (this.turn) {
      this.picture.board.setAttribute("role", "group");
      const options = this.turn.options();
      for (const place of this.picture.places.values()) this.dressPlace(place, options);
      const first = this.placeOf(this.focus || "") || this.frame.querySelector(".place[data-next]");
      if (first) first.setAttribute("tabindex", "0");
      const isShown = (groups) => (this.only ? groups.has(this.only) : this.turn.clicks.length || this.data.apart.some((name) => groups.has(name)));
      const marks = [...options].filter(([, groups]) => isShown(groups)).map(([token, groups]) => [token, this.markOf(groups)]);
      const besides = this.only ? [] : this.turn.besides().filter(([token]) => this.placeOf(token));
      this.picture.drawTargets(this.turn.clicks, [...marks, ...besides], this.data.side);
    }
    this.zones.draw();
  }

  // Before the first click only what stands apart is marked, and as that alone.
  markOf(groups) {
    const apart = this.data.apart.filter((name) => groups.has(name));
    return this.only || (!this.turn.clicks.length && apart.length) ? new Set(apart) : groups;
  }

  dressPlace(place, options) {
    const square = place.dataset.square;
    const groups = options.get(square);
    const set = (name, value) => place.getAttribute(name) === value || place.setAttribute(name, value);
    set("role", "button");
    set("tabindex", "-1");
    const clicked = this.turn.clicks.some((click) => click.token === square);
    const names = groups ? [...groups].filter((name) => name !== this.turn.asked(square)) : [];
    const next = names.length ? `, ${names.map((name) => this.data.labels[name] || name).join(" or ")}` : "";
    const { label, note } = place.dataset;
    set("aria-label", label + (note ? `, ${note}` : "") + (clicked ? ", chosen" : "") + next);
    if (groups) set("data-next", names.join(" "));
    else place.removeAttribute("data-next");
  }

  // Keys: arrows walk over the board as it is seen, Enter and space click, Escape cancels

  rove(place) {
    if (!place) return;
    this.frame.querySelector('.place[tabindex="0"]')?.setAttribute("tabindex", "-1");
    place.setAttribute("tabindex", "0");
    this.focus = place.dataset.square;
    this.zones.focus(place);
  }

  press(event) {
    const place = event.target.closest(".place") || this.frame.querySelector('.place[tabindex="0"]');
    if (!place) return;
    const step = { ArrowLeft: [-100, 0], ArrowRight: [100, 0], ArrowUp: [0, -100], ArrowDown: [0, 100] }[event.key];
    if (step && !event.target.matches(".place")) place.focus();
    else if (step) {
      const [x, y] = ["x", "y"].map((name, axis) => Number(place.getAttribute(name)) + step[axis]);
      this.frame.querySelector(`.place[x="${x}"][y="${y}"]`)?.focus();
    } else if (!event.target.matches(".place")) return;
    else if (event.key === "Enter" || event.key === " ") this.clickSquare(place.dataset.square);
    else if (event.key === "Escape" && this.turn) this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// A turn that cannot go on is played at once, without Confirm. One that can (turn a die, bring back a piece) waits for
// the rest, or for the button.
export class BoardAtOnce extends Board {
  async update() {
    const complete = this.turn.complete();
    if (complete.length !== 1 || this.more() || this.justCame()) return super.update();
    this.part("text").value = complete[0];
    this.settle();
    this.dress();
    this.form.requestSubmit(this.part("confirm"));
  }

  // A turn may lead on to the next game at once: the second half of a double click then only stages one there.
  justCame() {
    const from = document.referrer && new URL(document.referrer).pathname;
    return this.area.dataset.oneClick !== undefined && from && from !== location.pathname && performance.now() < JUST;
  }
}

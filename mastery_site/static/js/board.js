// The board of a game's page: clicks and keys stage a turn, Confirm sends it. Which turns are legal, how they look
// and whether one counts, the server says.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  dot: "M50 35a15 15 0 1 1 0 30a15 15 0 1 1 0-30z",
  ring: "M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88z",
  control: "M50 28l22 22-22 22-22-22z",
  resurrect: "M50 34v32M34 50h32",
  clicked: "M6 6h88v88h-88z",
};

// Only what changes is written: most of a board stays as it is from click to click.
const set = (element, name, value) => element.getAttribute(name) === value || element.setAttribute(name, value);

class Board {
  constructor(area) {
    this.area = area;
    this.data = JSON.parse(area.querySelector("#game-data").textContent);
    this.frame = area.querySelector("#board");
    this.plain = this.shown = this.frame.innerHTML;
    this.previews = new Map();
    this.form = area.querySelector("#turn");
    this.turn = this.form ? new Narrowing(this.data.moves) : null;
    this.turn?.options(); // before the first click, which then has less to do
    this.findPlaces();
    this.showsZones = sessionStorage.getItem("zones") === "1";
    this.focus = null;
    this.listen();
    this.dress();
  }

  part(name) {
    return this.area.querySelector(`#${name}`);
  }

  listen() {
    this.frame.addEventListener("click", (event) => {
      const place = event.target.closest(".place");
      if (place) this.clickSquare(place.dataset.square);
    });
    this.frame.addEventListener("keydown", (event) => this.press(event));
    this.frame.addEventListener("focusin", (event) => this.rove(event.target.closest(".place")));
    this.frame.addEventListener("pointerover", (event) => this.hover(event.target.closest(".place")));
    this.frame.addEventListener("pointerleave", () => this.hover(null));
    const zones = this.part("zones");
    if (zones && this.data.zones.length) {
      zones.hidden = false;
      zones.addEventListener("click", () => this.toggleZones());
    }
    if (!this.form) return;
    this.part("undo").addEventListener("click", () => this.undo());
    this.part("cancel").addEventListener("click", () => this.cancel());
    this.part("text").addEventListener("input", () => this.typed());
    this.form.addEventListener("submit", () => setTimeout(() => (this.part("confirm").disabled = true)));
    this.part("typing").open = this.part("text").value !== "";
    for (const name of ["undo", "cancel"]) this.part(name).hidden = false;
    this.settle();
  }

  // Clicks

  clickSquare(square) {
    if (!this.turn) return;
    this.focus = square;
    const last = this.turn.clicks[this.turn.clicks.length - 1];
    if (this.turn.click(square)) return this.update();
    if (last && last.token === square) return this.undo();
    const before = [this.turn.clicks, this.turn.stages];
    this.turn.reset(); // another piece instead; a square that begins nothing changes nothing
    if (!this.turn.click(square)) [this.turn.clicks, this.turn.stages] = before;
    this.update();
  }

  clickToken(token) {
    this.turn.click(token);
    this.update();
  }

  undo() {
    this.turn.undo();
    this.update();
  }

  cancel() {
    this.turn.reset();
    this.part("text").value = "";
    this.update();
  }

  typed() {
    if (this.turn.clicks.length) {
      this.turn.reset();
      this.staged = this.wanted = "";
      this.show(this.plain);
    }
    this.settle();
  }

  // What was staged on a board like this one.
  resume(clicks, text) {
    for (const { token } of clicks) this.turn.click(token);
    this.part("text").value = text;
    this.part("typing").open = text !== "" && !clicks.length;
    if (clicks.length) this.update();
    else this.settle();
  }

  // What follows from the clicks

  async update() {
    const complete = this.turn.complete();
    this.part("text").value = complete.length === 1 ? complete[0] : "";
    this.settle();
    this.dress();
    const staged = this.turn.lastComplete();
    this.wanted = staged;
    const board = staged ? await this.preview(staged) : this.plain;
    if (this.wanted !== staged || !board) return;
    this.staged = staged;
    if (this.shown !== board) this.show(board);
  }

  // The board after a turn. Without an answer the marks and the words still tell what is staged.
  async preview(text) {
    if (this.previews.has(text)) return this.previews.get(text);
    const query = new URLSearchParams(this.area.dataset.query || "");
    query.set("text", text);
    try {
      const answer = await fetch(`${this.data.preview}?${query}`);
      if (!answer.ok) return "";
      this.previews.set(text, await answer.text());
      return this.previews.get(text);
    } catch {
      return "";
    }
  }

  show(board) {
    const focused = this.frame.contains(document.activeElement);
    this.shown = board;
    this.frame.innerHTML = board;
    this.findPlaces();
    this.dress();
    if (focused && this.focus) this.placeOf(this.focus)?.focus();
  }

  settle() {
    const complete = this.turn.complete();
    const text = this.part("text").value.trim();
    const ready = text !== "" && complete.length < 2;
    this.part("confirm").disabled = !ready;
    this.part("undo").disabled = !this.turn.clicks.length;
    this.part("cancel").disabled = !this.turn.clicks.length && !text;
    this.say(complete, text);
    this.offer(complete);
  }

  say(complete, text) {
    const place = this.part("staged");
    const clicked = this.turn.clicks.map((click) => this.data.labels[click.token] || click.token).join(" ");
    let words = place.dataset.idle;
    if (complete.length === 1) words = `Staged: ${complete[0]}. ${place.dataset.news || (this.more() ? "Continue, or confirm." : "Confirm, or cancel.")}`;
    else if (complete.length) words = `${clicked}: which do you mean?`;
    else if (clicked) words = `${clicked} …`;
    else if (text) words = `Typed: ${text}`;
    if (place.textContent !== words) place.textContent = words;
  }

  more() {
    return this.turn.options().size > 0;
  }

  // Buttons for whatever is no square, in the order of the ruleset's labels.
  offer(complete) {
    const buttons = [];
    let lead = "";
    for (const [token, groups] of this.turn.options()) {
      if (this.placeOf(token) || !this.turn.isDue(token)) continue;
      const name = [...groups].map((group) => this.data.labels[group] || group).join(" / ");
      if (name !== lead) buttons.push(Object.assign(document.createElement("span"), { textContent: `${name}:` }));
      lead = name;
      const label = this.data.labels[token] || token;
      buttons.push(this.button(label, () => this.clickToken(token), `${name}: ${label}`));
    }
    if (complete.length > 1) {
      for (const text of complete) {
        buttons.push(this.button(text, () => {
          this.part("text").value = text;
          this.part("confirm").disabled = false;
        }));
      }
    }
    this.part("tokens").replaceChildren(...buttons);
  }

  button(label, act, name = label) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button";
    made.textContent = label;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", act);
    return made;
  }

  // The picture

  findPlaces() {
    this.places = new Map([...this.frame.querySelectorAll(".place")].map((place) => [place.dataset.square, place]));
  }

  placeOf(square) {
    return this.places.get(square);
  }

  draw(layer, kind, square, className) {
    const place = this.placeOf(square);
    if (!place) return;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", SHAPES[kind] || kind);
    path.setAttribute("class", className);
    path.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
    layer.append(path);
  }

  dress() {
    const board = this.frame.querySelector(".board");
    if (this.turn) {
      board.setAttribute("role", "group");
      const options = this.turn.options();
      for (const place of this.places.values()) this.dressPlace(place, options);
      const first = this.placeOf(this.focus || "") || this.frame.querySelector(".place[data-next]");
      if (first) set(first, "tabindex", "0");
      this.drawTargets(options);
    }
    this.drawZones();
  }

  dressPlace(place, options) {
    const square = place.dataset.square;
    const groups = options.get(square);
    set(place, "role", "button");
    set(place, "tabindex", "-1");
    const clicked = this.turn.clicks.some((click) => click.token === square);
    const names = groups ? [...groups] : [];
    const next = names.length ? `, ${names.map((name) => this.data.labels[name] || name).join(" or ")}` : "";
    set(place, "aria-label", place.dataset.label + (clicked ? ", chosen" : "") + next);
    if (groups) set(place, "data-next", names.join(" "));
    else place.removeAttribute("data-next");
  }

  drawTargets(options) {
    const layer = this.frame.querySelector(".targets");
    layer.replaceChildren();
    for (const { token, groups } of this.turn.clicks) {
      this.draw(layer, "clicked", token, `target clicked ${[...groups].join(" ")}`);
    }
    if (!this.turn.clicks.length) return;
    for (const [square, groups] of options) {
      const place = this.placeOf(square);
      if (!place) continue;
      const side = place.dataset.side;
      const on = side === undefined ? "dot" : Number(side) === this.data.side ? "own" : "enemy";
      const shape = on !== "dot" ? "ring" : [...groups].find((name) => SHAPES[name]) || "dot";
      this.draw(layer, shape, square, `target ${on} ${[...groups].join(" ")}`);
    }
  }

  // Zones of control and the like

  toggleZones() {
    this.showsZones = !this.showsZones;
    sessionStorage.setItem("zones", this.showsZones ? "1" : "0");
    this.drawZones();
  }

  hover(place) {
    const source = place ? place.dataset.square : null;
    if (source === this.hovered) return;
    this.hovered = source;
    this.drawZones();
  }

  // All zones where they are switched on; else that of the piece under the pointer, or of the one chosen.
  drawZones() {
    const layer = this.frame.querySelector(".zones");
    const chosen = this.turn && this.turn.clicks.length ? this.turn.clicks[0].token : null;
    const casts = (source) => source !== null && this.data.zones.some((zone) => zone[2] === source);
    const own = this.data.zones.some((zone) => zone[2] === chosen && zone[1] === this.data.side);
    const source = chosen === null ? this.hovered : own ? chosen : null;
    const lit = new Map();
    if (!this.staged || this.showsZones) {
      for (const [, side, from, squares] of this.data.zones) {
        if (this.showsZones ? casts(this.hovered) && from !== this.hovered : from === null || from !== source) continue;
        for (const square of squares) lit.set(`${side} ${square}`, [side, square]);
      }
    }
    layer.replaceChildren();
    for (const [side, square] of lit.values()) {
      const name = side === 0 ? "first" : "second";
      this.draw(layer, "M0 0h100v100h-100z", square, `zone tint ${name}`);
      this.draw(layer, side === 0 ? "M0 100v-34l34 34z" : "M100 0v34l-34-34z", square, `zone ${name}`);
    }
    this.part("zones")?.setAttribute("aria-pressed", String(this.showsZones));
  }

  // Keys: arrows walk over the board as it is seen, Enter and space click, Escape cancels

  rove(place) {
    if (!place) return;
    this.frame.querySelector('.place[tabindex="0"]')?.setAttribute("tabindex", "-1");
    place.setAttribute("tabindex", "0");
    this.focus = place.dataset.square;
    this.hover(place);
  }

  press(event) {
    const place = event.target.closest(".place");
    if (!place) return;
    const step = { ArrowLeft: [-100, 0], ArrowRight: [100, 0], ArrowUp: [0, -100], ArrowDown: [0, 100] }[event.key];
    if (step) {
      const [x, y] = ["x", "y"].map((name, axis) => Number(place.getAttribute(name)) + step[axis]);
      this.frame.querySelector(`.place[x="${x}"][y="${y}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") this.clickSquare(place.dataset.square);
    else if (event.key === "Escape" && this.turn) this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// A turn that cannot go on is played at once, without Confirm. One that can (turn a die, bring back a piece) waits for
// the rest, or for the button.
class BoardAtOnce extends Board {
  async update() {
    const complete = this.turn.complete();
    if (complete.length !== 1 || this.more()) return super.update();
    this.part("text").value = complete[0];
    this.settle();
    this.dress();
    this.form.requestSubmit(this.part("confirm"));
  }
}

window.Board = Board;
window.BoardAtOnce = BoardAtOnce;

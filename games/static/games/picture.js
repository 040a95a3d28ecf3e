// The picture of a board: its places and pieces, marks drawn upon it, what is told of a piece under the pointer, a piece
// that slides or is dragged.
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  dot: "M50 35a15 15 0 1 1 0 30a15 15 0 1 1 0-30z",
  ring: "M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88z",
  control: "M50 28l22 22-22 22-22-22z",
  resurrect: "M50 34v32M34 50h32",
  clicked: "M6 6h88v88h-88z",
};
const FAR = 6; // pixels that a pointer goes before it drags

export class Picture {
  constructor(frame) {
    this.frame = frame;
    this.html = frame.innerHTML;
    this.findPlaces();
    this.tip = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
    this.tip.setAttribute("aria-hidden", "true"); // the place itself says the same
    this.released = null;
    this.frame.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && !event.ctrlKey) this.released = this.waitForRelease(); // a menu would keep the release
    });
  }

  // A board that changed between press and release would swallow the click.
  waitForRelease() {
    return new Promise((resolve) => {
      const waiting = new AbortController();
      const end = () => (waiting.abort(), setTimeout(resolve));
      for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { signal: waiting.signal });
    });
  }

  // Puts another board in place. True if it is another one.
  show(html) {
    if (html === this.html) return false;
    this.html = html;
    this.frame.innerHTML = html;
    this.findPlaces();
    return true;
  }

  get board() {
    return this.frame.querySelector(".board");
  }

  findPlaces() {
    this.places = new Map([...this.frame.querySelectorAll(".place")].map((place) => [place.dataset.square, place]));
  }

  placeOf(square) {
    return this.places.get(square);
  }

  pieceOn(square) {
    const place = this.placeOf(square);
    return place && this.frame.querySelector(`.pieces > [transform="translate(${place.getAttribute("x")} ${place.getAttribute("y")})"]`);
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

  // The marks of what was clicked, and of what may be clicked next.
  drawTargets(clicks, options, side) {
    const layer = this.frame.querySelector(".targets");
    layer.replaceChildren();
    for (const { token, groups } of clicks) this.draw(layer, "clicked", token, `target clicked ${[...groups].join(" ")}`);
    for (const [square, groups] of options) {
      const owner = this.placeOf(square)?.dataset.side;
      const on = owner === undefined ? "dot" : Number(owner) === side ? "own" : "enemy";
      const shape = on !== "dot" ? "ring" : [...groups].find((name) => SHAPES[name]) || "dot";
      this.draw(layer, shape, square, `target ${on} ${[...groups].join(" ")}`);
    }
  }

  // `lit` are pairs of a side and a square. The board brings a square of each side's zone, in the colours of its pieces.
  drawZones(lit) {
    const layer = this.frame.querySelector(".zones");
    const shapes = this.frame.querySelectorAll("defs > .zone");
    layer.replaceChildren();
    for (const [side, square] of lit) {
      const place = this.placeOf(square);
      const shape = shapes[side].cloneNode(true);
      shape.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
      layer.append(shape);
    }
  }

  // What stands on a square and what it is doing, beside it and in nobody's way.
  tell(square) {
    const place = square && this.placeOf(square);
    this.tip.hidden = !place || place.dataset.side === undefined;
    if (this.tip.hidden) return;
    if (!this.tip.isConnected) this.frame.append(this.tip);
    const { label, note } = place.dataset;
    this.tip.textContent = note ? `${label}: ${note}` : label;
    const [box, around] = [place.getBoundingClientRect(), this.frame.getBoundingClientRect()];
    const left = box.left - around.left + box.width / 2 - this.tip.offsetWidth / 2;
    const above = box.top - around.top - this.tip.offsetHeight - 2;
    this.tip.style.left = `${Math.max(0, Math.min(left, around.width - this.tip.offsetWidth))}px`;
    this.tip.style.top = `${above >= 0 ? above : box.bottom - around.top + 2}px`;
  }

  // The pieces that moved in the last turn come from where they stood.
  slide() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const way of this.frame.querySelectorAll(".last-way")) {
      const [piece, from, to] = [this.pieceOn(way.dataset.to), this.placeOf(way.dataset.from), this.placeOf(way.dataset.to)];
      if (!piece || !from) continue;
      const at = (place) => ({ transform: `translate(${place.getAttribute("x")}px, ${place.getAttribute("y")}px)` });
      piece.parentNode.append(piece); // over the others
      piece.animate([at(from), at(to)], { duration: 200, easing: "ease-out" });
    }
  }

  // Pieces follow the pointer: `holds` says whether one stands on a square that may be taken, `take` takes it and says
  // whether it goes anywhere, `drop` is told where it is left. A finger that starts elsewhere scrolls the page.
  drag({ holds, take, drop }) {
    let grip = null;
    const end = () => {
      if (grip?.piece) grip.piece.style.transform = "";
      if (grip?.moved) this.frame.classList.remove("dragging");
      grip = null;
    };
    this.frame.addEventListener("pointerdown", (event) => {
      const square = event.button === 0 && event.isPrimary && event.target.closest(".place")?.dataset.square;
      grip = square && holds(square) ? { square, x: event.clientX, y: event.clientY } : null;
    });
    // Else the page would scroll instead: Chromium heeds no `touch-action` on a part of an SVG.
    this.frame.addEventListener("touchmove", (event) => grip && event.touches.length === 1 && event.preventDefault(), { passive: false });
    this.frame.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
      if (!grip.moved) {
        if (Math.hypot(x, y) < FAR) return;
        if (!take(grip.square)) return end();
        grip.moved = true;
        grip.piece = this.pieceOn(grip.square);
        this.frame.setPointerCapture(event.pointerId); // the click that follows is then on no place
        this.frame.classList.add("dragging");
        this.tell(null);
      }
      const place = this.placeOf(grip.square);
      const scale = 100 / place.getBoundingClientRect().width;
      const [left, top] = [Number(place.getAttribute("x")) + x * scale, Number(place.getAttribute("y")) + y * scale];
      if (grip.piece) grip.piece.style.transform = `translate(${left}px, ${top}px)`;
    });
    this.frame.addEventListener("pointerup", (event) => {
      const { moved, square } = grip || {};
      end();
      if (!moved) return;
      const place = document.elementFromPoint(event.clientX, event.clientY)?.closest(".place");
      if (place && place.dataset.square !== square && this.frame.contains(place)) drop(place.dataset.square);
    });
    this.frame.addEventListener("pointercancel", end);
  }
}

// Zones of control and the like, drawn on the board as it is shown: all where they are switched on; else that of the
// piece under the pointer, or of the one that has the keyboard, or of the one chosen.
export class Zones {
  constructor(board) {
    this.board = board;
    this.pointed = this.focused = null;
    this.button = board.part("zones");
    if (!this.button || !board.data.zones.length) return;
    this.isShown = sessionStorage.getItem("zones") === "1";
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.toggle());
  }

  toggle() {
    this.isShown = !this.isShown;
    sessionStorage.setItem("zones", this.isShown ? "1" : "0");
    this.draw();
  }

  point(place) {
    const square = place ? place.dataset.square : null;
    if (square === this.pointed) return;
    this.pointed = square;
    this.board.picture.tell(square);
    this.draw();
  }

  focus(place) {
    const square = place ? place.dataset.square : null;
    if (square === this.focused) return;
    this.focused = square;
    if (place) this.board.picture.tell(square);
    this.draw();
  }

  // The square whose zone is drawn: the first of these on which a piece casts one.
  find(zones) {
    const { shown, plain, turn } = this.board;
    const chosen = shown === plain && turn?.clicks.length ? turn.clicks[0].token : null;
    return [this.pointed, this.focused, chosen].find((square) => square !== null && zones.some((zone) => zone[2] === square));
  }

  draw() {
    const { zones } = this.board.shown;
    const source = this.find(zones);
    const lit = new Map();
    for (const [, side, from, squares] of zones) {
      if (!this.isShown && (from === null || from !== source)) continue;
      for (const square of squares) lit.set(`${side} ${square}`, [side, square]);
    }
    this.board.picture.drawZones(lit.values());
    this.button?.setAttribute("aria-pressed", String(Boolean(this.isShown)));
  }
}

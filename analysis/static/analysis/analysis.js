// The analysis board: the practice board with a tree beside it. A comment that is being written is saved before another
// turn is shown; arrows and circles are drawn by clicks, or with the right mouse button. The server knows the rules.
import { askSite } from "../accounts/ask-site.js";
import { Practice, PracticeBoard } from "../games/practice-page.js";

class AnalysisBoard extends PracticeBoard {
  listen() {
    super.listen();
    this.frame.addEventListener("contextmenu", (event) => event.target.closest(".place") && event.preventDefault());
    this.frame.addEventListener("pointerdown", (event) => this.beginShape(event));
    this.frame.addEventListener("pointerup", (event) => this.endShape(event));
  }

  clickSquare(square) {
    if (this.drawing) return this.drawing.click(square);
    return super.clickSquare(square);
  }

  beginShape(event) {
    this.shapeFrom = event.button === 2 ? event.target.closest(".place")?.dataset.square : null;
  }

  endShape(event) {
    const end = document.elementFromPoint(event.clientX, event.clientY)?.closest(".place")?.dataset.square;
    if (event.button !== 2 || !this.shapeFrom || !end) return;
    const colour = event.shiftKey ? "red" : event.altKey ? "blue" : "";
    this.onShape(this.shapeFrom, end, colour);
  }
}

// Whether clicks on the board draw, and in which colour: kept from one turn to the next.
class Drawing {
  constructor(analysis) {
    this.analysis = analysis;
    this.colour = "green";
    this.on = this.open = false;
  }

  take(area, board) {
    this.board = board;
    this.from = null;
    board.onShape = (start, end, colour) => this.send(start, end, colour || this.colour);
    const [tools, button, details] = ["#draw-tools", "#draw", ".drawing"].map((name) => area.querySelector(name));
    tools.hidden = false;
    details.open ||= this.open;
    details.addEventListener("toggle", () => (this.open = details.open));
    button.addEventListener("click", () => this.switch(!this.on));
    for (const swatch of tools.querySelectorAll("[data-colour]")) {
      swatch.addEventListener("click", () => {
        this.colour = swatch.dataset.colour;
        this.switch(true);
      });
    }
    this.switch(this.on);
  }

  switch(on) {
    this.on = on;
    this.from = null;
    const { area } = this.board;
    this.board.drawing = on ? this : null;
    this.board.frame.classList.toggle("drawing-now", on);
    area.querySelector("#draw").setAttribute("aria-pressed", String(on));
    for (const swatch of area.querySelectorAll("[data-colour]")) swatch.setAttribute("aria-pressed", String(swatch.dataset.colour === this.colour));
    for (const place of area.querySelectorAll(".drawn-from")) place.classList.remove("drawn-from");
  }

  click(square) {
    if (this.from) return this.send(this.from, square, this.colour);
    this.from = square;
    this.board.placeOf(square).classList.add("drawn-from");
  }

  send(start, end, colour) {
    this.from = null;
    const form = this.board.area.querySelector("#draw-form");
    const body = new URLSearchParams(new FormData(form));
    body.delete("shapes");
    body.set("toggle", `${start}${start === end ? "" : `-${end}`}/${colour}`);
    this.analysis.ask(form.action, { method: "POST", body });
  }
}

class Analysis extends Practice {
  constructor() {
    super(AnalysisBoard);
    addEventListener("beforeunload", (event) => this.isCommenting() && event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.id === "comment") event.target.form.requestSubmit();
    });
  }

  take(area) {
    super.take(area);
    this.written = area.querySelector("#comment")?.value;
    this.drawing ||= new Drawing(this);
    if (area.querySelector("#draw-tools")) this.drawing.take(area, this.board);
    for (const list of area.querySelectorAll(".tree-scroll")) {
      const current = list.querySelector("[aria-current]");
      if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
  }

  isCommenting() {
    const field = this.area.querySelector("#comment");
    return Boolean(field) && field.value !== this.written;
  }

  // What was written is saved first, whatever else was asked for.
  async ask(address, options = {}) {
    const form = this.area.querySelector("#comment-form");
    if (this.isCommenting() && address !== form.action) {
      const body = new URLSearchParams(new FormData(form));
      try {
        const answer = await askSite(form.action, { method: "POST", body });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (page.getElementById("outdated") || answer.status === 403) return this.leave(form.action, body);
        if (!answer.ok) throw new Error(answer.status);
        form.elements.version.value = page.querySelector("#comment-form").elements.version.value;
        this.written = this.area.querySelector("#comment").value;
      } catch (error) {
        this.fail(error);
        return false;
      }
    }
    return super.ask(address, options);
  }

  leave(address, body) {
    this.written = this.area.querySelector("#comment").value;
    return super.leave(address, body);
  }

  // To another turn: the page stays where it is.
  async follow(event) {
    const link = event.target.closest("a[data-next]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if ((await this.ask(link.href)) && location.href !== link.href) history.pushState(null, "", link.href);
  }
}

new Analysis();

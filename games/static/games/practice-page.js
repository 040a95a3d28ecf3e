// Boards to try things on, practice and lessons: a turn is played as soon as the clicks say it, and no page is loaded. Every form of the page
// is sent by script, and what the answer shows takes the place of what was there. Without script the same forms work.
import { askSite } from "../accounts/ask-site.js";
import { BoardAtOnce } from "./board.js";

// The board of a game's page, but that a turn is played at once, and the button is there only for one that could go on.
export class PracticeBoard extends BoardAtOnce {
  settle() {
    super.settle();
    const confirm = this.part("confirm");
    const waits = this.turn.complete().length > 1 || this.more() || !this.turn.clicks.length;
    confirm.classList.toggle("unneeded", !waits || (confirm.disabled && this.turn.complete().length < 2));
    this.part("undo").hidden = true; // a click on the same square again takes it back
    this.part("cancel").hidden = this.part("cancel").disabled;
  }
}

export class Practice {
  constructor(Kind = PracticeBoard) {
    this.Kind = Kind;
    this.take(document.getElementById("game"));
    document.addEventListener("submit", (event) => this.send(event));
    document.addEventListener("change", (event) => event.target.form?.id === "options" && event.target.form.requestSubmit());
    document.addEventListener("keydown", (event) => this.step(event));
    document.addEventListener("click", (event) => this.copy(event.target.closest("[data-copy]")));
    document.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("step-shown", (event) => (event.preventDefault(), this.board.step(event.detail)));
    addEventListener("popstate", () => this.ask(location.href));
  }

  take(area) {
    this.area = area;
    this.board = new this.Kind(area);
    for (const button of navigator.clipboard ? area.querySelectorAll("[data-copy]") : []) button.hidden = false;
    for (const button of area.querySelectorAll("[data-without-script]")) button.hidden = true;
    const current = area.querySelector(".practice-turns [aria-current]");
    const list = area.querySelector(".practice-turns");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  async send(event) {
    if (!this.area.contains(event.target) || event.target.dataset.leaves !== undefined) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target));
    const button = event.submitter;
    if (button?.name) body.set(button.name, button.value);
    await this.ask(event.target.action, { method: "POST", body });
  }

  // To another task.
  async follow(event) {
    const link = event.target.closest("a[data-next]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!(await this.ask(link.href))) return;
    if (location.href !== link.href) history.pushState(null, "", link.href);
    scrollTo(0, 0);
  }

  // Asks for the page, and puts it in place: whether it could. Of two answers the one that was asked for last counts.
  async ask(address, options = {}) {
    const asked = (this.asked = Symbol("asked"));
    this.area.dataset.asking = "";
    try {
      const answer = await askSite(address, options);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("game");
      if (asked !== this.asked) return false;
      if (page.getElementById("outdated") || (options.body && answer.status === 403)) return this.leave(address, options.body);
      if (!fresh) throw new Error(answer.status);
      if (options.method && answer.redirected && answer.url !== location.href) history.pushState(null, "", answer.url);
      document.title = page.title;
      this.replace(fresh);
      return true;
    } catch (error) {
      if (asked === this.asked) this.fail(error);
      return false;
    } finally {
      if (asked === this.asked) delete this.area.dataset.asking;
    }
  }

  // Something newer was saved, or this page is of an earlier log-in: the page that says so comes in place of this one.
  leave(address, body) {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: address, hidden: true });
    for (const [name, value] of body) form.append(Object.assign(document.createElement("textarea"), { name, value }));
    document.body.append(form);
    form.submit();
    return false;
  }

  fail(error) {
    const words = this.area.querySelector(".staged, [role=status]");
    words.textContent = error?.sentence || "No answer from the site. Check your connection and try again.";
    if (!this.board.turn) return;
    this.part("confirm").disabled = false;
    this.part("confirm").classList.remove("unneeded");
  }

  part(name) {
    return this.area.querySelector(`#${name}`);
  }

  // The one that has the keyboard keeps it: a square, or a button of the same meaning.
  replace(fresh) {
    const held = document.activeElement.matches(":focus-visible") ? document.activeElement : null;
    const square = this.area.querySelector("#board").contains(held) ? this.board.focus : null;
    const step = held?.dataset?.step;
    const same = step && `[data-step="${step}"]`;
    this.area.replaceWith(fresh);
    this.take(fresh);
    const goesOn = held && fresh.querySelector(".lesson-solved a");
    if (goesOn) goesOn.focus();
    else if (square) this.board.placeOf(square)?.focus();
    else if (same) fresh.querySelector(same)?.focus();
  }

  step(event) {
    const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const busy = event.target.closest("input, textarea, select, .board-frame");
    if (!name || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const button = this.area.querySelector(`[data-step="${name}"]`);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  }

  async copy(button) {
    if (!button) return;
    await navigator.clipboard.writeText(this.part(button.dataset.copy).textContent);
    button.textContent = "Copied";
  }
}

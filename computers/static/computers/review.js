// Brings what an analysis has found meanwhile to its page, and lets arrow keys step through the turns.
import { askSite, SessionEnded } from "../accounts/ask-site.js";

const WAIT = 1500;
const LATEST = 20000;

class Progress {
  constructor(area) {
    this.area = area;
    this.wait = WAIT;
    document.addEventListener("keydown", (event) => this.step(event));
    this.plan();
  }

  plan() {
    if (this.area.dataset.done !== undefined) setTimeout(() => this.ask(), this.wait);
  }

  async ask() {
    const address = new URL(location.href);
    address.searchParams.set("done", this.area.dataset.done);
    try {
      const answer = await askSite(address);
      if (answer.status === 200 && !answer.redirected) this.take(await answer.text());
      else if (answer.status === 404) delete this.area.dataset.done;
      else this.wait = Math.min(this.wait * 1.3, LATEST);
    } catch (error) {
      if (error instanceof SessionEnded) return;
      this.wait = LATEST;
    }
    this.plan();
  }

  // The board stays, and so does a table that was opened.
  take(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("review");
    if (!fresh) return;
    const opened = this.area.querySelector("details")?.open;
    for (const id of ["here", "findings"]) document.getElementById(id).replaceWith(fresh.querySelector(`#${id}`));
    const table = this.area.querySelector("details");
    if (table && opened) table.open = true;
    if (fresh.dataset.done === undefined) delete this.area.dataset.done;
    else this.area.dataset.done = fresh.dataset.done;
    this.wait = WAIT;
  }

  step(event) {
    const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const busy = event.target.closest("input, textarea, select, [tabindex]");
    if (!name || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const link = this.area.querySelector(`[data-step="${name}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  }
}

new Progress(document.getElementById("review"));

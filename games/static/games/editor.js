// The editor of positions: what its form leads to takes the place of what was there, and no page is loaded. Without
// script the same form does the same.
import { askSite } from "../accounts/ask-site.js";

class PositionEditor {
  constructor() {
    this.last = Promise.resolve();
    this.pending = 0;
    this.take(document.getElementById("editor"));
    document.addEventListener("submit", (event) => this.send(event));
    document.addEventListener("change", (event) => event.target.matches("#editor select") && this.form.requestSubmit());
    addEventListener("popstate", () => location.reload());
  }

  take(form) {
    this.form = form;
    for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
  }

  // Whoever clicks faster than the site answers loses nothing: each click is asked for once the one before is answered,
  // and what was chosen meanwhile goes along.
  send(event) {
    if (event.target !== this.form) return;
    const button = event.submitter;
    const leaves = button?.dataset.leaves !== undefined;
    if (leaves && !this.pending) return;
    event.preventDefault();
    const chosen = new FormData(this.form);
    chosen.delete("position");
    if (button?.name) chosen.set(button.name, button.value);
    this.pending += 1;
    this.last = this.last.then(() => this.ask(chosen, { leaves }));
  }

  async ask(chosen, { leaves }) {
    const query = new URLSearchParams(chosen);
    query.set("position", this.form.elements.position.value);
    const address = `${this.form.action}?${query}`;
    try {
      if (leaves) return (location.href = address);
      const answer = await askSite(address);
      this.replace(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("editor"), chosen);
    } catch {
      location.href = address;
    }
    this.pending -= 1;
  }

  // What has the keyboard keeps it, and what was chosen while the site was asked stays chosen.
  replace(fresh, sent) {
    const { id, name, value } = document.activeElement;
    const choices = new FormData(this.form);
    this.form.replaceWith(fresh);
    this.take(fresh);
    for (const [field, choice] of choices) {
      if (field !== "position" && choice !== sent.get(field)) fresh.elements[field].value = choice;
    }
    history.replaceState(null, "", fresh.dataset.address);
    const same = id ? `#${id}` : name && `[name="${name}"][value="${value}"]`;
    if (same) fresh.querySelector(same)?.focus({ preventScroll: true });
  }
}

new PositionEditor();

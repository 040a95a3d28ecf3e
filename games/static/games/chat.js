// The chat of a game's page: sends without leaving the page, so that a turn staged on the board stays, and puts new
// messages in place while somebody writes. Without it the form opens the page anew.
import { askSite, SessionEnded } from "../accounts/ask-site.js";

export class Chat {
  constructor(area) {
    this.area = area;
    this.scroll();
  }

  get place() {
    return this.area.querySelector("#chat");
  }

  get form() {
    return this.area.querySelector("#say");
  }

  // The number of the last message shown; nothing where the page shows no chat, or older messages.
  get said() {
    return this.place?.dataset.said;
  }

  // Where news are asked for once the game is over and nothing but the chat goes on.
  get address() {
    return this.place?.dataset.ask;
  }

  scroll() {
    const list = this.area.querySelector(".said");
    if (list) list.scrollTop = list.scrollHeight;
  }

  // New messages stand in place of the old ones; what is being written is left alone.
  take(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("chat");
    if (!fresh || !this.place) return null;
    this.area.querySelector("#chat-list").replaceWith(fresh.querySelector("#chat-list"));
    this.area.querySelector("#chat-new").textContent = fresh.querySelector("#chat-new").textContent;
    if (fresh.dataset.said === undefined) delete this.place.dataset.said;
    else this.place.dataset.said = fresh.dataset.said;
    const refusal = this.area.querySelector("#chat-refusal");
    if (refusal) refusal.textContent = fresh.querySelector("#chat-refusal")?.textContent || "";
    this.scroll();
    return fresh;
  }

  // Where somebody is writing; null where nobody is.
  hold() {
    const field = this.form?.elements.message;
    return field && document.activeElement === field ? [field.selectionStart, field.selectionEnd] : null;
  }

  // A new area takes over the form of the old one, with what is being written and where.
  takeOver(form, writing) {
    if (!form || !this.form) return;
    this.form.replaceWith(form);
    if (!writing) return;
    form.elements.message.focus({ preventScroll: true });
    form.elements.message.setSelectionRange(...writing);
  }

  async send(form) {
    const button = form.querySelector("button");
    const sent = form.elements.message.value;
    button.disabled = true;
    try {
      const answer = await askSite(form.action, {
        method: "POST",
        body: new FormData(form),
        headers: { "X-Requested-With": "chat" },
      });
      const html = await answer.text();
      if (answer.redirected || !html.includes('id="chat"')) return form.submit(); // the page says what it is
      const fresh = this.take(html);
      if (!answer.ok) return;
      if (form.elements.message.value === sent) form.elements.message.value = "";
      const key = fresh?.querySelector("#say [name=key]"); // what is written next is another message
      if (key) form.elements.key.value = key.value;
    } catch (error) {
      this.area.querySelector("#chat-refusal").textContent = error.sentence || "Your message didn’t reach us. Please try again.";
    } finally {
      button.disabled = false;
    }
  }

  async open(link) {
    try {
      this.take(await (await askSite(link.href)).text());
    } catch (error) {
      if (!(error instanceof SessionEnded)) location.assign(link.href);
    }
  }
}

// The queue of a player's games: keys that lead through it, and how many games wait, in the title and on the icon of the
// installed site. Each key presses what the page shows: its buttons and links name theirs.
class Queue {
  constructor() {
    this.count(document.querySelector("[data-waiting]"));
    document.addEventListener("game-shown", (event) => this.count(event.target));
    if (document.body.dataset.keys !== undefined) document.addEventListener("keydown", (event) => this.press(event));
    // The service worker tells what a push message brought, another tab that nobody is logged in any more.
    this.tabs = new BroadcastChannel("queue");
    for (const teller of [this.tabs, navigator.serviceWorker]) {
      teller?.addEventListener("message", ({ data }) => data.waiting !== undefined && this.tell(Number(data.waiting)));
    }
  }

  // As the page says it.
  count(part) {
    if (part) this.badge(Number(part.dataset.waiting));
  }

  // What was told while the page stood open.
  tell(waiting) {
    document.title = (waiting ? `(${waiting}) ` : "") + document.title.replace(/^\(\d+\+?\) /, "");
    this.badge(waiting);
  }

  badge(waiting) {
    if (waiting) navigator.setAppBadge?.(waiting).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  }

  press(event) {
    const busy = event.target.closest("input, textarea, select, dialog");
    if (busy || event.altKey || event.ctrlKey || event.metaKey || event.key.length !== 1) return;
    const key = event.key.toLowerCase();
    if (key === "j" || key === "k") return this.walk(key === "j" ? 1 : -1);
    const row = event.target.closest(".game-list > li") || document;
    const [button, another] = row.querySelectorAll(`[data-key="${key}"]`);
    if (!button || another) return; // of several games none is meant
    event.preventDefault();
    button.click();
  }

  // To the next game of the page or the one before.
  walk(step) {
    const links = [...document.querySelectorAll(".game-list .main > a")];
    const row = document.activeElement.closest(".game-list > li");
    const at = links.findIndex((link) => row?.contains(link));
    links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step]?.focus();
  }
}

new Queue();

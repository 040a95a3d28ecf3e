// Brings the book of the position shown, once somebody has opened it, and again for each position after that. Its links and
// its form lead to the page of the book without script.
const KEPT = "book-open";

class Book {
  constructor() {
    document.addEventListener("toggle", (event) => event.target.matches?.(".book-here") && this.note(event.target), true);
    new MutationObserver(() => this.take()).observe(document.getElementById("main"), { childList: true, subtree: true });
    this.take();
  }

  take() {
    const part = document.querySelector(".book-here");
    if (!part || part === this.part) return;
    this.part = part;
    if (sessionStorage.getItem(KEPT)) part.open = true;
  }

  note(part) {
    if (part.open) sessionStorage.setItem(KEPT, "1");
    else if (part.isConnected) sessionStorage.removeItem(KEPT);
    if (part.open && !part.dataset.brought) this.bring(part);
  }

  async bring(part) {
    part.dataset.brought = "1";
    try {
      const answer = await fetch(`${part.dataset.book}&part=1`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const book = page.getElementById("book");
      if (book) part.querySelector(":scope > p")?.replaceWith(book);
    } catch {
      delete part.dataset.brought; // the link is still there
    }
  }
}

new Book();

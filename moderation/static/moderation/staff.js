// Keys for the queue (j, k, Enter) and for actions (1 to 9 open, Ctrl and Enter send); a template that is chosen goes into the message. All works without.
const items = [...document.querySelectorAll("[data-item]")];

function isTyping(event) {
  return event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary, button, a");
}

function step(by) {
  const at = items.indexOf(document.activeElement);
  const next = items[Math.max(0, Math.min(items.length - 1, at < 0 ? 0 : at + by))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const form = event.target.closest(".action form, form.card");
  if (form && event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(form.querySelector("button.primary"));
  if (isTyping(event)) return;
  if (items.length && (event.key === "j" || event.key === "k")) step(event.key === "j" ? 1 : -1);
  const item = document.activeElement.closest("[data-item]");
  if (item && (event.key === "Enter" || event.key === "o")) (item.querySelector("[data-open]") || item.querySelector("a")).click();
  if (!items.length && /^[1-9]$/.test(event.key)) {
    const action = document.querySelectorAll("details.action")[event.key - 1];
    if (action) {
      const more = action.closest(".more-actions");
      if (more) more.open = true;
      action.open = true;
      (action.querySelector("textarea, input:not([type=hidden]), select") || action).focus();
    }
  }
});

for (const button of document.querySelectorAll("[data-without-script]")) button.hidden = true;
const keys = document.querySelector(".keys");
if (keys) keys.hidden = false;

// In place of another template, and below what was written: as the server does it.
for (const select of document.querySelectorAll("select[data-fills]")) {
  select.addEventListener("change", () => {
    const message = select.form.elements[select.dataset.fills];
    const texts = [...select.options].map((option) => (option.dataset.text || "").replaceAll("\r", ""));
    const [typed, text] = [message.value.trim(), texts[select.selectedIndex]];
    message.value = texts.includes(typed) ? text : `${typed}\n\n${text}`.trim();
  });
}

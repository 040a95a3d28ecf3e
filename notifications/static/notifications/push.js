// The part of the page of devices that is about this very browser: whether it can take push messages, and the buttons.
import { askSite } from "../accounts/ask-site.js";

class ThisBrowser {
  constructor(area) {
    this.area = area;
    this.token = area.querySelector('[name="csrfmiddlewaretoken"]').value;
    for (const button of area.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this.run(button));
    }
  }

  async look() {
    this.show(await this.find());
  }

  async find() {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
      const apple = /iPhone|iPad/.test(navigator.userAgent) && !navigator.standalone;
      return isSecureContext ? (apple ? "install" : "impossible") : "insecure";
    }
    if (Notification.permission === "denied") return "denied";
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = registration && await registration.pushManager.getSubscription();
    if (!subscription) return "off";
    const known = JSON.parse(this.area.querySelector("#endpoints").textContent);
    return known.includes(subscription.endpoint) ? "on" : "off";
  }

  show(state) {
    this.area.dataset.state = state;
    for (const part of this.area.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  }

  async run(button) {
    button.disabled = true;
    try {
      await this[button.dataset.do]();
      location.reload();
    } catch (error) {
      button.disabled = false;
      if ("Notification" in window && Notification.permission === "denied") this.show("denied");
      else this.complain(error);
    }
  }

  complain(error) {
    const place = this.area.querySelector("[data-problem]");
    place.hidden = false;
    place.textContent = error.sentence || `Your browser would not do it: ${error.message}`;
  }

  async subscribe() {
    const registration = await navigator.serviceWorker.register("/service-worker.js", { scope: "/" });
    await navigator.serviceWorker.ready;
    const old = await registration.pushManager.getSubscription();
    if (old) await old.unsubscribe(); // it may have been made for a key that is no longer ours
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: decode(this.area.dataset.key),
    });
    await this.tell(this.area.dataset.subscribe, subscription);
  }

  async unsubscribe() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = registration && await registration.pushManager.getSubscription();
    if (!subscription) return;
    await this.tell(this.area.dataset.unsubscribe, subscription);
    await subscription.unsubscribe();
  }

  async tell(url, subscription) {
    const answer = await askSite(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
      body: JSON.stringify(subscription),
    });
    if (answer.ok) return;
    const { error } = await answer.json().catch(() => ({}));
    throw Object.assign(new Error("refused"), { sentence: error || "That didn’t work. Please try again later." });
  }
}

function decode(base64url) {
  const base64 = base64url.replace(/-/g, "+").replace(/_/g, "/").padEnd(Math.ceil(base64url.length / 4) * 4, "=");
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

const area = document.getElementById("this-browser");
if (area) new ThisBrowser(area).look();

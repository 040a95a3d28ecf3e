// On a page that nobody is logged in to: what this browser still shows of whoever was goes. Its other tabs drop their
// count of games; and where the site has ended its push subscription, it does so, too, and clears its messages away.
class LoggedOut {
  constructor(address) {
    this.address = address;
    new BroadcastChannel("queue").postMessage({ waiting: 0 });
    navigator.clearAppBadge?.().catch(() => {});
    this.endPush().catch(() => {}); // the next page tries again
  }

  async endPush() {
    const registration = await navigator.serviceWorker?.getRegistration("/");
    if (!registration) return;
    const subscription = await registration.pushManager?.getSubscription();
    if (subscription && !await this.isEnded(subscription)) return;
    await subscription?.unsubscribe();
    for (const message of await registration.getNotifications()) message.close();
  }

  // To renew a subscription by itself changes nothing, and tells whether the site has it.
  async isEnded(subscription) {
    const answer = await fetch(this.address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ old: subscription.endpoint, subscription }),
    });
    return answer.status === 404;
  }
}

new LoggedOut(document.querySelector("script[data-renew]").dataset.renew);

// Shows push messages when no page is open, opens what they are about, and keeps the subscription when it changes.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title = "Notification", body = "", url = "/", tag, waiting } = event.data ? event.data.json() : {};
  if (waiting !== undefined) event.waitUntil(count(Number(waiting)));
  event.waitUntil(self.registration.showNotification(title, {
    body, tag, data: { url }, renotify: Boolean(tag), icon: "/icon-192.png", badge: "/icon-192.png",
  }));
});

// How many games wait, on the icon of the installed site and in the pages that are open.
async function count(waiting) {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage({ waiting });
  await (waiting ? self.navigator.setAppBadge?.(waiting) : self.navigator.clearAppBadge?.());
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data.url, self.location.origin)));
});

async function openPage(url) {
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const subscription = newSubscription || await self.registration.pushManager.subscribe(oldSubscription.options);
  await fetch("/push/renew/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ old: oldSubscription.endpoint, subscription }),
  });
}

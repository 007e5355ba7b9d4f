// Shows push messages, also while no page of the console is open.
const HOME = "/console/";
const ICON = "/console/icon-192.png";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** A message that cannot be read is shown all the same: browsers forbid silent ones. */
function told(data) {
  try {
    return data.json();
  } catch {
    return { title: "Belfry", body: "There is news in the console." };
  }
}

self.addEventListener("push", (event) => {
  const { title, body, tag, level, link, acknowledge } = told(event.data);
  const actions = [acknowledge && { action: "acknowledge", title: "Acknowledge" }, link && { action: "open", title: "Open" }];
  event.waitUntil(
    self.registration.showNotification(title || "Belfry", {
      body,
      tag,
      renotify: Boolean(tag),
      icon: ICON,
      badge: "/console/badge-96.png",
      requireInteraction: level === "failure",
      data: { title, tag, link, acknowledge },
      actions: actions.filter(Boolean),
    }),
  );
});

/** The address if it is one of this service, else null. */
function own(address) {
  const url = address ? new URL(address, self.location.origin) : null;
  return url && url.origin === self.location.origin ? url : null;
}

/** Brings a page that is open to the front, and leads it there. */
async function open(link) {
  const url = own(link);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = url && pages.find((one) => new URL(one.url).pathname.startsWith("/console"));
  if (!page) {
    return self.clients.openWindow(link || HOME);
  }
  await page.focus();
  return page.url === url.href ? page : page.navigate(url.href).catch(() => self.clients.openWindow(url.href));
}

/** As the page behind the link does; where that fails, the page says why. */
async function acknowledge({ acknowledge: link, title, tag }) {
  const url = own(link);
  const answer = url && (await fetch(url, { method: "POST", credentials: "omit" }).catch(() => null));
  return answer?.ok ? self.registration.showNotification("Acknowledged", { body: title, tag, icon: ICON, silent: true }) : self.clients.openWindow(link);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const data = event.notification.data || {};
  event.waitUntil(event.action === "acknowledge" ? acknowledge(data) : open(data.link));
});

/** Browsers replace subscriptions now and then; the session of the person may have ended. */
self.addEventListener("pushsubscriptionchange", (event) => {
  const options = event.oldSubscription?.options;
  if (options) {
    event.waitUntil(
      self.registration.pushManager.subscribe(options).then((made) => {
        const { endpoint, keys } = made.toJSON();
        return fetch("/console/devices", { method: "POST", headers: { "X-Belfry-Console": "1", "Content-Type": "application/json" }, body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }) });
      }),
    );
  }
});

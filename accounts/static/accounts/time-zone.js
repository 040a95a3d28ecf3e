// Tells the site the browser's time zone: along with sign-up and log-in, or once by itself when it has changed.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const { known, tell } = document.querySelector("script[data-tell]")?.dataset ?? {};

function fillIn() {
  for (const field of document.querySelectorAll('input[type="hidden"][name="time_zone"]')) field.value = zone;
}

function tellOnce() {
  const token = document.querySelector('[name="csrfmiddlewaretoken"]');
  if (!tell || !token || known === zone || sessionStorage.getItem("time-zone-told") === zone) return;
  sessionStorage.setItem("time-zone-told", zone);
  fetch(tell, {
    method: "POST",
    headers: { "X-CSRFToken": token.value },
    body: new URLSearchParams({ time_zone: zone }),
  }).catch(() => sessionStorage.removeItem("time-zone-told"));
}

if (zone) {
  fillIn();
  tellOnce();
}

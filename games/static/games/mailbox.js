// Whoever comes by the email of an invitation brings its second secret behind the “#”, which no server is sent. It is
// taken out of the address, which may be passed on, and posted once; the links to sign up wait for that.
const form = document.querySelector("form[data-mailbox]");
const [, secret] = /^#m=([\w-]{20,100})$/.exec(location.hash) ?? [];

function post() {
  const body = new URLSearchParams(new FormData(form));
  body.set("secret", secret);
  return fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}

if (secret) {
  history.replaceState(history.state, "", location.pathname + location.search);
  if (form) {
    const posted = post();
    for (const link of document.querySelectorAll(`a[href^="${form.dataset.mailbox}"]`)) {
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        await posted;
        location.assign(link.href);
      });
    }
  }
}

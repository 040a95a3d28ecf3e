// Asks the site for whoever the page was made for. Where they are no longer logged in, the page says so and stays as it is,
// with what was entered; that is no fault of the connection.
export class SessionEnded extends Error {
  sentence = "You were logged out. What you entered is still here.";
}

// As `fetch`. Throws SessionEnded, having told it at the top of the page.
export async function askSite(address, options = {}) {
  const writer = document.querySelector("input[name=writer]")?.value;
  const answer = await fetch(address, { ...options, headers: { ...options.headers, ...(writer && { "X-Writer": writer }) } });
  if (answer.status !== 401) {
    document.getElementById("session-ended")?.remove();
    return answer;
  }
  tellSessionEnded((await answer.json()).log_in);
  throw new SessionEnded();
}

// The log-in opens beside the page, which keeps what was not sent.
function tellSessionEnded(address) {
  if (document.getElementById("session-ended")) return;
  const words = Object.assign(document.createElement("p"), { id: "session-ended", className: "message warning session-ended" });
  const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", textContent: "Log in in a new tab" });
  words.setAttribute("role", "alert");
  words.append("You were logged out. What you entered is still here. ", link);
  document.getElementById("main").prepend(words);
}

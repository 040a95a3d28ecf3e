// Says on the page when a passkey or security key did not work; allauth alone would tell only the console.
document.addEventListener("allauth.error", (event) => {
  const place = document.getElementById("passkey-problem");
  if (!place) return;
  event.preventDefault();
  place.textContent = event.detail.exception.name === "NotAllowedError"
    ? "Nothing was received: it was cancelled, or took too long. You can try again."
    : "Your browser could not use the key. You can try again, or use another way.";
  place.hidden = false;
});

// Presets whether a challenge is rated by who may accept it, until the player chooses; and unticks what can't be rated.
const form = document.querySelector(".challenge-form");
const rated = form.elements.namedItem("rated");
let chosen = rated.checked !== rated.defaultChecked;

function isPossible() {
  const ownPace = form.elements.namedItem("preset").value === "own" ? form.elements.namedItem("pace").value : "";
  return !form.elements.namedItem("private").checked && ownPace !== "none";
}

rated.addEventListener("change", () => { chosen = true; });
form.addEventListener("change", (event) => {
  if (event.target.name === "audience" && !chosen) {
    rated.checked = ["anyone", "player"].includes(event.target.value);
  }
  if (["audience", "private", "preset", "pace"].includes(event.target.name) && rated.checked && !isPossible()) {
    rated.checked = false;
  }
});

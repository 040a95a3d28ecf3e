// A soft sound with a turn of the other side on an open page: a short falling tone, made here, for readers who have
// switched sounds on. None where the system asks for less motion. Browsers let a page be heard once it has been clicked
// or typed on; until then it stays silent.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const [FROM, TO, LASTS, LOUD] = [520, 390, 0.18, 0.06]; // hertz, seconds, and a part of full volume
let audio = null;

function wake() {
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function sound() {
  if (!audio || calm.matches) return;
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "sine";
  tone.frequency.setValueAtTime(FROM, now);
  tone.frequency.exponentialRampToValueAtTime(TO, now + LASTS);
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(LOUD, now + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + LASTS);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + LASTS);
}

if (window.AudioContext) {
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake);
  document.addEventListener("turn-came", sound);
}

// What is said beneath a board, and the buttons there: what is staged, what can be done now, and choices that are no squares.
export class Prompts {
  constructor(board) {
    this.board = board;
    this.data = board.data;
  }

  get turn() {
    return this.board.turn;
  }

  // Words: what is staged and brings about, why not, what can be done now

  say(complete, text) {
    const place = this.board.part("staged");
    const { idle, news = "" } = place.dataset;
    const said = this.board.wanted === complete[0] ? this.board.shown.said : [];
    let words = [idle, this.prompt()];
    if (this.board.why) words = [this.board.why];
    else if (complete.length === 1) words = [`Staged: ${complete[0]}.`, ...said, news || this.prompt() || "Confirm, or cancel."];
    else if (complete.length) words = ["Which do you mean?"];
    else if (this.turn.clicks.length || this.board.only) words = [this.prompt()];
    else if (text) words = [`Typed: ${text}`];
    const sentence = words.filter(Boolean).join(" ");
    place.classList.toggle("refused", this.board.why !== "");
    if (place.textContent !== sentence) place.textContent = sentence;
  }

  // What the ruleset says of the ways to go on: within a group that was begun, else of the groups that may begin now.
  // Until the turn is whole, its groups of squares are begun as the first is, but for those that stand apart.
  prompt() {
    const { prompts, apart } = this.data;
    const whole = this.turn.complete().length > 0;
    const ways = this.board.only ? new Set([this.board.only]) : this.turn.ways();
    const click = this.turn.clicks[this.turn.clicks.length - 1];
    const standing = whole ? [] : this.listStanding();
    const within = !whole && Object.keys(prompts).find((name) => name.includes(":") && ways.has(name));
    if (within) return [...standing, this.fill(prompts[within], click.token), ...this.listApart()].join(" ");
    if (standing.length) return standing.join(" ");
    const options = [...this.turn.options()];
    const begins = (name, test) => options.some(([token, groups]) => groups.has(name) && test(token));
    const isSquare = (token) => this.board.placeOf(token) !== undefined;
    const isDue = (token) => !isSquare(token) && this.turn.isDue(token);
    const isTold = (name) => {
      if (!name) return !whole && [...ways].some((way) => !apart.includes(way) && begins(way, isSquare));
      return ways.has(name) && (begins(name, isDue) || ((whole || apart.includes(name)) && begins(name, isSquare)));
    };
    return Object.keys(prompts).filter(isTold).map((name) => prompts[name]).join(" ");
  }

  // A sentence of the ruleset with a square and the piece that stands there.
  fill(sentence, square) {
    return sentence.replace("{piece}", this.board.names.get(square) || "piece").replace("{square}", square);
  }

  // What was chosen already and asks for something else.
  listStanding() {
    const { prompts } = this.data;
    const find = ({ token, groups }) => [...groups].map((name) => prompts[`${name}+${this.board.names.get(token)}`] || prompts[`${name}+`]).find(Boolean);
    return this.turn.clicks.filter(find).map((click) => this.fill(find(click), click.token));
  }

  // What may be chosen besides, whichever piece goes.
  listApart() {
    const { prompts, apart } = this.data;
    const begins = (name) => [...this.turn.first.next].some(([token, { groups }]) => groups.has(name) && this.board.placeOf(token));
    const isClicked = (name) => this.turn.clicks.some((click) => click.groups.has(name));
    return apart.filter((name) => prompts[name] && begins(name) && !isClicked(name)).map((name) => prompts[name]);
  }

  // Buttons: for groups that stand apart, for whatever is no square in the order of the ruleset's labels, for turns
  // that the same clicks can mean.
  offer(complete) {
    const buttons = [];
    const options = this.turn.options();
    for (const group of this.data.apart) {
      if (![...options].some(([token, groups]) => this.board.placeOf(token) && groups.has(group))) continue;
      const button = this.button(this.data.labels[group], () => this.board.toggleOnly(group));
      button.setAttribute("aria-pressed", String(this.board.only === group));
      buttons.push(button);
    }
    for (const token of options.keys()) {
      const group = this.turn.asked(token);
      if (group) buttons.push(this.button(this.fill(this.data.buttons[group], token), () => this.board.clickToken(token, group)));
    }
    let lead = "";
    for (const [token, groups] of options) {
      if (this.board.placeOf(token) || !this.turn.isDue(token)) continue;
      const name = [...groups].map((group) => this.data.labels[group] || group).join(" / ");
      if (name !== lead) buttons.push(Object.assign(document.createElement("span"), { textContent: `${name}:` }));
      lead = name;
      buttons.push(this.choice(token, name));
    }
    if (complete.length > 1) {
      for (const text of complete) {
        buttons.push(this.button(text, () => {
          this.board.part("text").value = text;
          this.board.part("confirm").disabled = false;
        }));
      }
    }
    this.board.part("tokens").replaceChildren(...buttons);
  }

  // With a picture where the game has one.
  choice(token, name) {
    const label = this.data.labels[token] || token;
    const made = this.button(label, () => this.board.clickToken(token), `${name}: ${label}`);
    const picture = this.data.pictures[token];
    if (picture) {
      made.innerHTML = picture;
      made.classList.add("pictured");
      made.title = label;
    }
    return made;
  }

  button(label, act, name = label) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button";
    made.textContent = label;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", act);
    return made;
  }
}

// Narrows the legal turns of a position by what has been clicked. It knows no rule: a turn is a list of named groups
// of tokens, groups come in any order (those of `last` after all others), the tokens of a group in theirs. Some games
// have thousands of turns: what may be clicked next is found once for each stage, in one pass.
// What is left of the turns after some clicks. A path is a turn on its way: `done` has a bit for each group clicked in
// full, `group` is the one begun, -1 where none is, `at` its next token, and `name` the group of the last click.
class Stage {
  constructor(paths, last) {
    this.paths = paths;
    this.last = last;
  }

  // The tokens that may be clicked now: token → the paths it leads to, and the names of the groups it goes on with.
  get next() {
    if (!this.found) {
      this.found = new Map();
      this.ways = new Set(); // how it may go on: `move` begins a group, `move:1` is its second token
      for (const path of this.paths) {
        if (path.group >= 0) this.add(path, path.group, path.at);
        else path.move[1].forEach((_, number) => this.mayBegin(path, number) && this.add(path, number, 0));
      }
    }
    return this.found;
  }

  mayBegin(path, number) {
    const groups = path.move[1];
    if (path.done & (1 << number)) return false;
    return !this.last.has(groups[number][0]) || groups.every(([name], other) => path.done & (1 << other) || this.last.has(name));
  }

  add(path, number, at) {
    const [name, tokens] = path.move[1][number];
    let entry = this.found.get(tokens[at]);
    if (!entry) this.found.set(tokens[at], (entry = { paths: [], groups: new Set(), ready: false }));
    const ends = at + 1 === tokens.length;
    const done = ends ? path.done | (1 << number) : path.done;
    entry.groups.add(name);
    this.ways.add(at ? `${name}:${at}` : name);
    entry.ready ||= path.group >= 0 || (path.done | (1 << number)) === (1 << path.move[1].length) - 1;
    entry.paths.push({ move: path.move, done, group: ends ? -1 : number, at: at + 1, name });
  }

  // The turns that are said in full; several only where the same clicks can mean different turns.
  get complete() {
    if (!this.whole) {
      const whole = this.paths.filter((path) => path.group < 0 && path.done === (1 << path.move[1].length) - 1);
      this.whole = [...new Set(whole.map((path) => path.move[0]))];
    }
    return this.whole;
  }
}

export class Narrowing {
  // `moves` are [[text, [[group, [token, …]], …]], …]; groups of `apart` stand, whatever else is chosen anew; those of
  // `buttons` end by a button, for a click on the square chooses the piece there.
  constructor(moves, { apart = [], last = [], buttons = {} } = {}) {
    this.moves = moves;
    this.apart = apart;
    this.buttons = buttons;
    this.last = new Set(last);
    this.first = new Stage(moves.map((move) => ({ move, done: 0, group: -1, at: 0 })), this.last);
    this.reset();
  }

  reset() {
    this.clicks = [];
    this.stages = [this.first];
  }

  get stage() {
    return this.stages[this.stages.length - 1];
  }

  // The tokens that may be clicked now: token → names of the groups it would go on with.
  options() {
    return new Map([...this.stage.next].map(([token, entry]) => [token, entry.groups]));
  }

  // What stands apart and could take the place of what is being clicked, until something else is whole.
  besides() {
    const listApart = (groups) => this.apart.filter((name) => groups.has(name));
    const isAmid = this.stage.paths.every((path) => path.group >= 0);
    if (!isAmid && this.clicks.some(({ groups }) => !listApart(groups).length)) return [];
    const found = [...this.first.next].map(([token, { groups }]) => [token, new Set(listApart(groups))]);
    return found.filter(([token, groups]) => groups.size && !this.stage.next.has(token) && !this.clicks.some((click) => click.token === token));
  }

  // Whether a turn, or another group of what was clicked, may begin with this token: no target of what was begun does.
  begins(token) {
    const isAmid = this.stage.paths.every((path) => path.group >= 0);
    return this.stage.next.has(token) && !this.asked(token) ? !isAmid : this.first.next.has(token);
  }

  // How it may go on: `move` for the first token of a group, `move:1` for its second.
  ways() {
    return this.stage.next && this.stage.ways;
  }

  // The group that this token would end and that ends by a button alone; undefined where there is none.
  asked(token) {
    return Object.keys(this.buttons).find((name) => this.stage.next.get(token)?.paths.some((path) => path.name === name && path.group < 0));
  }

  // Goes on with a token, where `only` is given as one of that group.
  click(token, only) {
    const entry = this.stage.next.get(token);
    const asked = this.asked(token);
    if (!entry || (only ? !entry.groups.has(only) : asked && entry.groups.size === 1)) return false;
    const paths = only || asked ? entry.paths.filter((path) => (only ? path.name === only : path.name !== asked)) : entry.paths;
    this.stages.push(new Stage(paths, this.last));
    this.clicks.push({ token, groups: only ? new Set([only]) : entry.groups });
    this.finish();
    return true;
  }

  // Nothing is clicked twice in vain: where one token alone is left, and was clicked before, it counts again.
  finish() {
    const [token, ...others] = this.stage.complete.length ? [] : this.stage.next.keys();
    if (token === undefined || others.length || !this.clicks.some((click) => click.token === token)) return;
    const entry = this.stage.next.get(token);
    this.stages.push(new Stage(entry.paths, this.last));
    this.clicks.push({ token, groups: entry.groups, again: true });
  }

  // The same, or else the token takes the place of something clicked before. False changes nothing.
  choose(token, only) {
    if (this.click(token, only)) return true;
    const before = [this.clicks, this.stages];
    for (const kept of this.remainders(token)) {
      this.reset();
      if (kept.every((click) => click.again || this.click(click.token)) && this.click(token, only)) return true;
    }
    [this.clicks, this.stages] = before;
    return false;
  }

  // What may stay when something is chosen anew: all but what was begun, else all but a group that stands apart, where
  // the token begins one, else those groups alone.
  remainders(token) {
    const isApart = (click) => this.apart.some((name) => click.groups.has(name));
    const begun = this.stage.paths.every((path) => path.group >= 0) ? this.stage.paths[0].at : 0;
    const whole = this.clicks.slice(0, this.clicks.length - begun);
    const replaced = this.apart.filter((name) => this.first.next.get(token)?.groups.has(name));
    const others = replaced.length ? [whole.filter((click) => !replaced.some((name) => click.groups.has(name)))] : [];
    return [whole, ...others, whole.filter(isApart)];
  }

  undo() {
    while (this.clicks.length) {
      this.stages.pop();
      if (!this.clicks.pop().again) return;
    }
  }

  complete() {
    return this.stage.complete;
  }

  // The turn that stands staged while its optional groups are being clicked; empty where none is.
  lastComplete() {
    for (const stage of [...this.stages].reverse()) {
      if (stage.complete.length === 1) return stage.complete[0];
    }
    return "";
  }

  // Whether a choice that is no square is worth a button already: it goes on with what was begun, it alone is missing
  // from some turn, or every turn that is left needs one of its kind.
  isDue(token) {
    const { ready, groups } = this.stage.next.get(token);
    return ready || this.stage.paths.every((path) => path.move[1].some(([name], at) => !(path.done & (1 << at)) && groups.has(name)));
  }
}

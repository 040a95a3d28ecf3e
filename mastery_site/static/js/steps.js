// Narrows the legal turns of a position by what has been clicked. It knows no rule: a turn is a list of named groups
// of tokens, groups come in any order, the tokens of a group in theirs. Some games have thousands of turns: what may
// be clicked next is found once for each stage, in one pass.
"use strict";

// What is left of the turns after some clicks. A path is a turn on its way: `done` has a bit for each group clicked in
// full, `group` is the one begun, -1 where none is, and `at` its next token.
class Stage {
  constructor(paths) {
    this.paths = paths;
  }

  // The tokens that may be clicked now: token → the paths it leads to, and the names of the groups it goes on with.
  get next() {
    if (!this.found) {
      this.found = new Map();
      for (const path of this.paths) {
        if (path.group >= 0) this.add(path, path.group, path.at);
        else path.move[1].forEach((_, number) => path.done & (1 << number) || this.add(path, number, 0));
      }
    }
    return this.found;
  }

  add(path, number, at) {
    const [name, tokens] = path.move[1][number];
    let entry = this.found.get(tokens[at]);
    if (!entry) this.found.set(tokens[at], (entry = { paths: [], groups: new Set(), ready: false }));
    const ends = at + 1 === tokens.length;
    const done = ends ? path.done | (1 << number) : path.done;
    entry.groups.add(name);
    entry.ready ||= path.group >= 0 || (path.done | (1 << number)) === (1 << path.move[1].length) - 1;
    entry.paths.push({ move: path.move, done, group: ends ? -1 : number, at: at + 1 });
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

class Narrowing {
  constructor(moves) {
    this.moves = moves; // [[text, [[group, [token, …]], …]], …]
    this.first = new Stage(moves.map((move) => ({ move, done: 0, group: -1, at: 0 })));
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

  click(token) {
    const entry = this.stage.next.get(token);
    if (!entry) return false;
    this.stages.push(new Stage(entry.paths));
    this.clicks.push({ token, groups: entry.groups });
    return true;
  }

  undo() {
    if (this.clicks.pop()) this.stages.pop();
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

window.Narrowing = Narrowing;

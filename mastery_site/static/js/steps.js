// Narrows the legal turns of a position by what has been clicked. It knows no rule: a turn is a list of named groups
// of tokens, groups come in any order, the tokens of a group in theirs.
"use strict";

class Narrowing {
  constructor(moves) {
    this.moves = moves; // [[text, [[group, [token, …]], …]], …]
    this.reset();
  }

  reset() {
    this.clicks = [];
    this.stages = [this.moves.map((move) => ({ move, done: [], group: null, at: 0 }))];
  }

  get paths() {
    return this.stages[this.stages.length - 1];
  }

  // Each way that a path goes on: [token, group, the path after it].
  *nextOf(path) {
    for (const [number, [, tokens]] of path.move[1].entries()) {
      if (path.done.includes(number) || (path.group !== null && path.group !== number)) continue;
      const at = path.group === number ? path.at : 0;
      const ends = at + 1 === tokens.length;
      const done = ends ? [...path.done, number] : path.done;
      yield [tokens[at], number, { move: path.move, done, group: ends ? null : number, at: ends ? 0 : at + 1 }];
    }
  }

  // The tokens that may be clicked now: token → names of the groups it would go on with.
  options() {
    const found = new Map();
    for (const path of this.paths) {
      for (const [token, number] of this.nextOf(path)) {
        if (!found.has(token)) found.set(token, new Set());
        found.get(token).add(path.move[1][number][0]);
      }
    }
    return found;
  }

  click(token) {
    const next = [];
    const groups = new Set();
    for (const path of this.paths) {
      for (const [offered, number, after] of this.nextOf(path)) {
        if (offered !== token) continue;
        next.push(after);
        groups.add(path.move[1][number][0]);
      }
    }
    if (!next.length) return false;
    this.stages.push(next);
    this.clicks.push({ token, groups });
    return true;
  }

  undo() {
    if (!this.clicks.pop()) return;
    this.stages.pop();
  }

  // The turns that are said in full; several only where the same clicks can mean different turns.
  complete(paths = this.paths) {
    const whole = paths.filter((path) => path.group === null && path.done.length === path.move[1].length);
    return [...new Set(whole.map((path) => path.move[0]))];
  }

  // The turn that stands staged while its optional groups are being clicked; empty where none is.
  lastComplete() {
    for (const paths of [...this.stages].reverse()) {
      const complete = this.complete(paths);
      if (complete.length === 1) return complete[0];
    }
    return "";
  }

  // Whether a choice that is no square may be shown already: once something was clicked, or if every turn needs it.
  isDue(groups) {
    if (this.clicks.length) return true;
    return this.moves.every(([, parts]) => parts.some(([name]) => groups.has(name)));
  }
}

window.Narrowing = Narrowing;

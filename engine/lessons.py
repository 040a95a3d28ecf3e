"""Lessons: small positions with a task each, `lessons.toml` in the folder of a game that has some.

`intro` is said above every task; each `[[task]]` has

- `name`, under which it is remembered that somebody has solved it: it never changes; `title`, its heading;
- `position`, as the ruleset writes it; `task`, what to do there;
- `solutions`, the turns that solve it; `right`, what is said then;
- `wrong`, what is said of any other turn, and before it `hints`, what is said of certain turns.

Turns are written as the ruleset writes them, and `…` in one stands for anything or nothing: `Md4xd6…` is that capture
with whatever comes back. The engine checks them: `tests/games/lessons/`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine import registry
from engine.contract import LONGEST_NAME, Ruleset

ANYTHING = "…"


class BadLesson(ValueError):
    """A file holds a task that cannot be shown or remembered; `str(error)` says why."""


@dataclass(frozen=True, slots=True)
class Task:
    """A position and what to do there."""

    name: str
    title: str
    position: str
    task: str
    solutions: tuple[str, ...]
    right: str
    wrong: str
    hints: Mapping[str, str]

    def is_solved_by(self, move: str) -> bool:
        """Whether canonical text is what the task asks for."""
        return any(matches(pattern, move) for pattern in self.solutions)

    def answer_wrong(self, move: str) -> str:
        """What to say of a legal turn that does not solve the task."""
        return next((hint for pattern, hint in self.hints.items() if matches(pattern, move)), self.wrong)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The tasks of one game, in their order."""

    intro: str = ""
    tasks: tuple[Task, ...] = ()

    def __len__(self) -> int:
        return len(self.tasks)


def matches(pattern: str, move: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split(ANYTHING))), move) is not None


@cache
def find(slug: str) -> Lesson:
    """The lesson of a game; an empty one if it has none. Raises BadLesson."""
    path = registry.find_file(slug, "lessons.toml")
    return read(path) if path else Lesson()


def read(path: Path) -> Lesson:
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        tasks = tuple(
            Task(**{"hints": {}, **task, "solutions": tuple(task["solutions"])}) for task in given.get("task", ())
        )
        lesson = Lesson(given.get("intro", ""), tasks)
    except (ValueError, TypeError, KeyError) as error:
        raise BadLesson(f"{path.name}: {error}") from error
    names = [task.name for task in lesson.tasks]
    if len(set(names)) < len(names) or not all(re.fullmatch(f"[a-z-]{{1,{LONGEST_NAME}}}", name) for name in names):
        raise BadLesson(f"{path.name}: each task needs a name of its own, of small letters: {', '.join(names)}.")
    return lesson


def has_any(ruleset: Ruleset) -> bool:
    return bool(find(ruleset.slug).tasks)


def refresh() -> None:
    """Forgets what was found, so that a file added since is seen (tests drop one in)."""
    find.cache_clear()

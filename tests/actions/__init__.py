"""Everything that players, staff and the site can do: a function for each action, in the file where one would look for
it. The stateful test does it in any order, the simulator by the habits of its people, which are in its habits.py.

An action takes the scene (the small site of the one, the world of the other) and what is drawn for it. Decorated with
`action` it may happen; and also while a message is on its way, unless it says `meanwhile=False`. What it is refused
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from tests.actions.drawing import Drawn


@dataclass(frozen=True)
class Action:
    """Something that can be done, and what is drawn for it."""

    do: Callable[..., None]
    drawn: dict[str, Drawn]
    needs: Callable[[Any], bool]
    meanwhile: bool
    weight: int
    """How often it is done beside others of its room, in the stateful test."""

    @property
    def name(self) -> str:
        return self.do.__name__

    @property
    def room(self) -> str:
        """The file in which it stands."""
        return self.do.__module__.rpartition(".")[2]

    def act(self, site: Any, **drawn: Any) -> None:
        if not self.needs(site):
            return  # no longer, where it happens later than it was drawn
        try:
            with site.asking(self.name):
                self.do(site, **drawn)
        finally:
            site.look_again()


ACTIONS: list[Action] = []


def action(
    *,
    needs: Callable[[Any], bool] = lambda site: True,
    meanwhile: bool = True,
    weight: int = 1,
    **drawn: Drawn,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def register(do: Callable[..., None]) -> Callable[..., None]:
        assert do.__name__ not in {known.name for known in ACTIONS}, f"{do.__name__} would take another's place"
        ACTIONS.append(Action(do, drawn, needs, meanwhile, weight))
        return do

    return register


def find_action(name: str) -> Action:
    return next(each for each in ACTIONS if each.name == name)


for _module in iter_modules(__path__):  # they register themselves
    import_module(f"{__name__}.{_module.name}")
ROOMS = tuple(sorted({each.room for each in ACTIONS}))

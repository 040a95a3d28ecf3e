"""Everything that can happen to the small site: a function for each action, in the file where one would look for it.

An action takes the site and what is drawn for it. Decorated with `action` it is a rule of the machine; and it may also
happen while a message is on its way, unless it says `meanwhile=False`. What it is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import permutations
from pkgutil import iter_modules
from typing import Any

from hypothesis import strategies as st

from core.refusal import Refusal
from tests.stateful.site import Site


@dataclass(frozen=True)
class Action:
    """Something that can be done, and what is drawn for it."""

    do: Callable[..., None]
    drawn: dict[str, st.SearchStrategy[Any]]
    needs: Callable[[Site], bool]
    meanwhile: bool
    weight: int

    @property
    def name(self) -> str:
        return self.do.__name__

    @property
    def room(self) -> str:
        """The file in which it stands."""
        return self.do.__module__.rpartition(".")[2]

    def act(self, site: Site, **drawn: Any) -> None:
        if not self.needs(site):
            return  # no longer, where it happens later than it was drawn
        try:
            self.do(site, **drawn)
        except Refusal:
            return
        finally:
            site.reach.look(site)


ACTIONS: list[Action] = []


def action(
    *,
    needs: Callable[[Site], bool] = lambda site: True,
    meanwhile: bool = True,
    weight: int = 1,
    **drawn: st.SearchStrategy[Any],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def register(do: Callable[..., None]) -> Callable[..., None]:
        assert do.__name__ not in {known.name for known in ACTIONS}, f"{do.__name__} would take another's place"
        ACTIONS.append(Action(do, drawn, needs, meanwhile, weight))
        return do

    return register


NOW = "now"
TIME = "passing"
"""The room in which time passes: it does in every example."""
BEGINS = "start_game"
"""What happens every other time where no game goes on, in whichever rooms: one that is over has little to show."""


@dataclass(frozen=True)
class Deed:
    """An action and what was drawn for it, to be done now or while a message is on its way: the next `about` this, or
    any where that is None."""

    action: Action
    drawn: dict[str, Any]
    about: str | None = NOW

    def __repr__(self) -> str:
        told = f"{self.action.name}({', '.join(f'{name}={value!r}' for name, value in self.drawn.items())})"
        return told if self.about == NOW else f"{told} during {self.about or 'any message'}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Hypothesis would write out every field of a dataclass."""
        printer.text(repr(self))

    def do(self, site: Site) -> None:
        if self.about == NOW:
            self.action.act(site, **self.drawn)
        else:
            site.post.meanwhile.append((self.about, lambda: self.action.act(site, **self.drawn)))


@st.composite
def draw_deeds(draw: st.DrawFn) -> Deed:
    """For the machine that runs: each fourth time passes, else one does something of the rooms that it has open."""
    machine = draw(st.runner())
    passes = draw(st.integers(0, 3)) == 3
    rooms = {TIME} if passes else machine.rooms
    actions = [each for each in ACTIONS if each.room in rooms for _ in range(each.weight)]
    if not machine.site.has_running():
        actions += [each for each in ACTIONS if each.name == BEGINS for _ in actions]
    chosen = draw(st.sampled_from([each for each in actions if each.needs(machine.site)] or actions))
    drawn = draw(st.fixed_dictionaries(chosen.drawn))
    return Deed(chosen, drawn, draw(when) if chosen.meanwhile else NOW)


when = st.sampled_from((NOW, NOW, NOW, NOW, None, "your_turn", "deadline_near"))
players = st.sampled_from((0, 0, 0, 1, 1, 2))
"""Most happens to one of them, and so meets."""
pairs = st.sampled_from(((0, 1), (0, 1), (1, 0), (1, 0), *permutations(range(3), 2)))
for _module in iter_modules(__path__):  # they register themselves
    import_module(f"{__name__}.{_module.name}")
ROOMS = tuple(sorted({each.room for each in ACTIONS} - {TIME}))

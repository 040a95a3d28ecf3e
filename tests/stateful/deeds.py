"""What happens next in the stateful test: an action with what is drawn for it, now or while a message is on its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests import actions
from tests.actions import ACTIONS, Action
from tests.stateful.site import Site

NOW = "now"
TIME = "passing"
"""The room in which time passes: it does in every example."""
ROOMS = tuple(room for room in actions.ROOMS if room != TIME)
BEGINS = "start_game"
"""What happens every other time where no game goes on, in whichever rooms: one that is over has little to show."""
when = st.sampled_from((NOW, NOW, NOW, NOW, None, "your_turn", "deadline_near"))


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
    drawn = draw(st.fixed_dictionaries({name: each.strategy for name, each in chosen.drawn.items()}))
    return Deed(chosen, drawn, draw(when) if chosen.meanwhile else NOW)

"""Everything that can happen to the small site: a function for each action, in the file where one would look for it.

An action takes the site and what is drawn for it. Decorated with `action` it is a rule of the machine; and it may also
happen while a message is on its way, unless it says `meanwhile=False`. What it is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
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

    def act(self, site: Site, **drawn: Any) -> None:
        if not self.needs(site):
            return  # no longer, where it happens later than it was drawn
        try:
            self.do(site, **drawn)
        except Refusal:
            return


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


@dataclass(frozen=True)
class Deed:
    """An action and what was drawn for it, to be done later."""

    action: Action
    drawn: dict[str, Any]

    def __repr__(self) -> str:
        return f"{self.action.name}({', '.join(f'{name}={value!r}' for name, value in self.drawn.items())})"


def draw_deeds() -> st.SearchStrategy[Deed]:
    """Of all that may happen meanwhile."""
    return st.one_of(
        [st.builds(Deed, st.just(each), st.fixed_dictionaries(each.drawn)) for each in ACTIONS if each.meanwhile]
    )


players = st.integers(0, 2)
for _module in iter_modules(__path__):  # they register themselves
    import_module(f"{__name__}.{_module.name}")

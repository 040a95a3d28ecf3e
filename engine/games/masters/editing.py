"""What a position of Masters is put together from besides its pieces: what the puppeteers hold, and what moves the
witches have inherited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.editing import Field
from engine.games.masters.rules import ruleset
from engine.words import Sentence

NOTHING = ("-", Sentence("masters_edit_nothing", "nothing"))
SQUARES = tuple(
    (square, square)
    for square in (f"{file}{rank}" for rank in range(1, ruleset.ranks + 1) for file in "abcdefghij"[: ruleset.files])
)
MOVESETS = tuple((kind, name) for kind, name in ruleset.kinds.items() if kind != "W")
FIELDS = (
    Field("held_first", Sentence("masters_edit_held_ember", "Ember’s puppeteer holds"), (NOTHING, *SQUARES)),
    Field("held_second", Sentence("masters_edit_held_frost", "Frost’s puppeteer holds"), (NOTHING, *SQUARES)),
    Field("witch_first", Sentence("masters_edit_witch_ember", "Ember’s witch moves as"), (NOTHING, *MOVESETS)),
    Field("witch_second", Sentence("masters_edit_witch_frost", "Frost’s witch moves as"), (NOTHING, *MOVESETS)),
    Field("offer", Sentence("masters_edit_offer", "The witch of the side to move is offered"), (NOTHING, *MOVESETS)),
)


def read(parts: Sequence[str]) -> dict[str, str]:
    """Holds, movesets and the offer, as far as the text has them."""
    holds, witches, offer, *_ = *parts, "", "", ""
    one, _, two = holds.partition("/")
    mine, _, theirs = witches.partition("/")
    given = {"held_first": one, "held_second": two, "witch_first": mine, "witch_second": theirs, "offer": offer[:1]}
    known = {field.name: {value for value, _ in field.choices} for field in FIELDS}
    return {name: value if value in known[name] else "-" for name, value in given.items()}


def write(placed: Mapping[str, str], values: Mapping[str, str]) -> str:
    """The parts of the text after board and side."""
    holds = f"{values['held_first']}/{values['held_second']}"
    return f"{holds} {values['witch_first']}/{values['witch_second']} {values['offer']}"

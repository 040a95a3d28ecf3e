"""What every ruleset offers and every caller may rely on: sides, outcomes, positions, moves as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Protocol, runtime_checkable

from engine.words import Ending, Said

LONGEST_NAME = 40
"""Characters of a slug or the code of a termination, for the columns that store them."""


class Side(IntEnum):
    """A side of the board. FIRST is the side that moves first; the ruleset gives its shown name."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        return Side.SECOND if self is Side.FIRST else Side.FIRST


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended on the board: the winner (None for a draw) and a termination such as `masters_lost`."""

    winner: Side | None
    termination: str


class RuleError(ValueError):
    """A refusal of the rules: a code, its arguments and the sentence for the player (`str(error)`).

    `template` is an English sentence with the names of `details` in braces, so that a caller can
    put a translation in its place by `code`.
    """

    def __init__(self, code: str, template: str, **details: object) -> None:
        super().__init__(template.format(**details))
        self.code = code
        self.template = template
        self.details = details


class IllegalMove(RuleError):
    """The text is no legal turn in this position; the sentence says why."""


class BadPosition(RuleError):
    """The text is no position of this ruleset; the sentence says why."""


class BadOption(RuleError):
    """An option or one of its values is unknown to this ruleset; the sentence says which."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to draw. `kind` is the ruleset's letter, always a capital; `square` is None in a tray.

    `marks` are short words that a drawing may show, such as `held` or `face-5`.
    """

    square: str | None
    kind: str
    side: Side
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Squares that a reader may want to see lit: a zone of control, an aura.

    `source` is the square of the piece that casts it (None where it has none), `side` its owner.
    """

    name: str
    side: Side
    source: str | None
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with the name a player reads and a sentence of help."""

    value: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is settled when a challenge is made.

    A `multiple` option holds a list of values, in the order of `choices`, by default none; another holds one value, by
    default the first.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    multiple: bool = False

    @property
    def default(self) -> str | tuple[str, ...]:
        return () if self.multiple else self.choices[0].value


HOUSE_DRAWS = Option(
    "draws",
    "Draws",
    (
        Choice("repetition", "Same position three times", "The same position for the third time is a draw."),
        Choice("quiet-50", "100 turns without a capture", "A hundred turns in a row without a capture are a draw."),
    ),
    multiple=True,
)
"""House rules for draws, the same words in every ruleset that offers them."""


def settle_options(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, str | tuple[str, ...]]:
    """The options given, with defaults for the rest. A `multiple` option has each value once, in the order of its
    choices.

    Raises BadOption.
    """
    unknown = sorted(set(given) - {option.name for option in options})
    if unknown:
        raise BadOption("option", "There is no option “{name}”.", name=unknown[0])
    return {option.name: _settle(option, given.get(option.name, option.default)) for option in options}


def _settle(option: Option, value: object) -> str | tuple[str, ...]:
    known = [choice.value for choice in option.choices]
    if option.multiple != isinstance(value, list | tuple | set | frozenset):
        if option.multiple:
            raise BadOption("option_form", "{label} takes a list of values.", label=option.label)
        raise BadOption("option_form", "{label} takes one value.", label=option.label)
    values = list(value) if isinstance(value, list | tuple | set | frozenset) else [value]
    for one in values:
        if one not in known:
            raise BadOption("option_value", "{label} cannot be “{value}”.", label=option.label, value=str(one)[:40])
    return tuple(name for name in known if name in values) if option.multiple else str(value)


def does_chance_seat(ruleset: Ruleset) -> bool:
    """Whether chance settles who plays which side, so that no side can be agreed on before."""
    return ruleset.opening(Random(0)) is not None


def find_set_up(ruleset: Ruleset) -> Option | None:
    """The option that decides where the pieces stand at first: the one whose choices do not all begin alike."""
    for option in ruleset.options:
        if not option.multiple:
            begun = (ruleset.start(**{option.name: choice.value}).pieces() for choice in option.choices)
            if len({tuple(pieces) for pieces in begun}) > 1:
                return option
    return None


Steps = tuple[tuple[str, tuple[str, ...]], ...]
"""Named groups of clicks: `(("move", ("d4", "e5")), ("resurrect", ("P", "e3")))`."""


@runtime_checkable
class Position(Protocol):
    """All that the rules need to go on. A value: nothing changes one after it is made."""

    @property
    def turn(self) -> Side:
        """The side to move."""
        ...

    def legal_moves(self) -> Sequence[str]:
        """Every legal turn in canonical text, in a stable order; empty once the game is over."""
        ...

    def play(self, move: str) -> Position:
        """The position after `move` (canonical or lenient text). Raises IllegalMove."""
        ...

    def canonical(self, move: str) -> str:
        """The canonical text of a legal turn given leniently. Raises IllegalMove."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game ended on the board, or None while it goes on."""
        ...

    def text(self) -> str:
        """The whole position on one line; `ruleset.read` takes it back."""
        ...

    def repetition_key(self) -> str:
        """Equal for two positions that count as the same one under a repetition rule."""
        ...

    def pieces(self) -> Sequence[Piece]:
        """What stands on the board, in a stable order."""
        ...

    def captured(self) -> Sequence[Piece]:
        """What is off the board and shown in trays, by owner, in a stable order; empty where a game has none."""
        ...

    def overlays(self) -> Sequence[Overlay]:
        """Zones that a reader may switch on; empty where a game has none."""
        ...


@runtime_checkable
class Ruleset(Protocol):
    """The rules of one game. `rules.py` in its folder holds one as its name `ruleset`.

    House rules for draws are the option `HOUSE_DRAWS`, in every ruleset that offers them. They need the history of a
    game, so `games.play` applies them, by `Position.repetition_key` and `is_quiet`.

    What a ruleset may tell besides, or leave out:

    - `remarks(before, move, after)`: what is `Said` on what a turn brought about that its text does not say;
    - `tell(before, move, after)`: each `engine.telling.Happened` of a turn in canonical text, all that it changed and
      brought about; without it a turn is told by its text;
    - `announce(before, move, after)`: those of its remarks that stand in the chat of the two players, too;
    - `notes(position)`: what pieces are doing that a look at them does not tell, as it is `Said`, by their squares;
    - `tell_opening(opening, first=…, second=…)`: `Said` for what `opening` gave, by the names of the two players;
    - `explain(position, clicks)`: an IllegalMove that says why the last of these tokens cannot be clicked after the
      others, which some legal turn begins with, or None where it does not know;
    - `step_prompts`: what to do next, by the name of a group of `steps`; before a group's second token by `group:1`,
      after its only one, while the turn is not whole, by `group+` or `group+Name` of the piece there, and before any
      other by the empty name. `{piece}` and `{square}` stand for what was clicked last;
    - `steps_at(position, move)`: the same as `steps`, where a group has another name by what stands on the board;
    - `step_buttons`: words of a button for the last token of a group, a square whose own piece a click chooses instead;
    - `steps_apart`: names of groups that stand, whatever else of a turn is chosen anew;
    - `steps_last`: names of groups that are clicked only once all others are;
    - `subtitle`: a word or two after its `title`, where that could be mistaken for another game's; its `name` is then
      what `engine.titles` makes of both;
    - `earlier`: each ruleset of the same slug by which older games are played, with a lower `revision`;
    - `symmetries`: each `engine.symmetry.Symmetry` of its rules, the board as it is among them.
    """

    slug: str
    revision: int
    """The number of these rules, from 1. It rises with whatever makes another turn legal or sets up other pieces, and
    each game stores the one that it is played by."""
    name: str
    summary: str
    """One sentence for a list of games."""
    sides: tuple[str, str]
    """Shown names of FIRST and SECOND."""
    files: int
    ranks: int
    kinds: Mapping[str, str]
    """The shown name of each piece, by its letter."""
    options: tuple[Option, ...]
    terminations: Mapping[str, Ending]
    """For each code of an `Outcome.termination` how the losing side lost."""
    step_labels: Mapping[str, str | Said]
    """The words shown for a group of `steps`, or for a token in one that is not a square."""

    def __hash__(self) -> int: ...

    def start(self, **options: object) -> Position:
        """The first position. Options left out take their default. Raises BadOption."""
        ...

    def read(self, text: str) -> Position:
        """The position that `text` describes. Raises BadPosition."""
        ...

    def steps(self, move: str) -> Steps:
        """Splits canonical text into named groups of clicks, so that one board script serves every game.

        Within a group the clicks come in order; groups may be clicked in any order. A token is a square or
        a choice named in `step_labels`. No two legal turns of a position have equal steps.
        """
        ...

    def is_quiet(self, move: str) -> bool:
        """Whether canonical text counts towards a rule of quiet turns (nothing was taken)."""
        ...

    def opening(self, rng: Random) -> str | None:
        """What chance settles before the first turn, as text stored with the game; None if nothing.

        If there is any, chance also settles who plays which side: the text speaks of sides, FIRST's throw before
        SECOND's, and `games.play` then seats the two players at random.
        """
        ...

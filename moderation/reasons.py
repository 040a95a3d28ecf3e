"""Why players report something: the one table that the form, the queue of staff and the rules they cite go by."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.rules import Rule, find_rule

LONGEST_NAME = 10


@dataclass(frozen=True, slots=True)
class Reason:
    """A row. `gravity` says what staff look at first: 1 is the gravest."""

    name: str
    label: str
    hint: str = ""
    rule: str = ""
    """The code of the rule that is broken where it is true; none for what no rule names."""
    gravity: int = 3
    things: frozenset[str] = frozenset()
    """Of which kinds of thing it can be said; of all where none is named."""
    needs_game: bool = False
    """It happens in a game, so the form asks in which."""
    instead: str = ""
    """What answers it in place of staff: then nothing is sent."""
    is_retired: bool = False
    """Only reports of before have it."""

    def fits(self, thing: str) -> bool:
        return not self.is_retired and (not self.things or thing in self.things)

    @property
    def cited(self) -> Rule | None:
        return find_rule(self.rule)


IN_GAMES = frozenset({"game", "profile"})
WRITTEN = frozenset({"message", "challenge", "profile", "name"})
REASONS = (
    Reason(
        "stopped",
        "They stopped playing",
        "The clock settles this by itself.",
        things=IN_GAMES,
        instead="You don’t have to report this: when your opponent’s time runs out, the game ends by itself within "
        "two minutes, you win, and both of you are told.",
    ),
    Reason(
        "stalling",
        "Stalling in a lost game",
        "Useless offers, pauses or vacation set to annoy you. Slow play alone is allowed. Tell us in which game.",
        "F11",
        3,
        things=IN_GAMES,
        needs_game=True,
    ),
    Reason("words", "Abuse", "Insults, threats, hate or harassment.", "C1", 1, things=WRITTEN | {"game"}),
    Reason("spam", "Spam", "Advertising, or the same message to many players.", "C3", 2, things=WRITTEN),
    Reason("help", "Cheating with help", "A program or another person finds the turns.", "F4", 2, things=IN_GAMES),
    Reason("accounts", "Two accounts", "One person plays with several accounts.", "F7", 2, things=IN_GAMES),
    Reason(
        "score",
        "Abuse of results or time",
        "Games lost on purpose, results arranged, many games dropped at once.",
        "F8",
        3,
        things=IN_GAMES,
    ),
    Reason("name", "Name or profile", "It offends someone or pretends to be another.", "C5", 2),
    Reason("other", "Something else", "Tell us below.", "", 3),
    Reason("fairness", "Unfair play", "", "F8", 2, is_retired=True),
)


def find_reason(name: str) -> Reason:
    """The reason of this name. Raises ValueError."""
    for reason in REASONS:
        if reason.name == name:
            return reason
    raise ValueError(f"There is no reason {name!r}.")


def list_for(thing: str) -> list[Reason]:
    """The reasons that can be given for a kind of thing, in the order of the form."""
    return [reason for reason in REASONS if reason.fits(thing)]


def list_choices() -> list[tuple[str, str]]:
    """Every reason that a stored report may have."""
    return [(reason.name, reason.label) for reason in REASONS if not reason.instead]

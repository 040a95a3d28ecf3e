"""Why players report something: one table for the form, the queue of staff and the rules that are cited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.rules import Rule, find_rule
from core.words import Sentence
from moderation.things import registry
from moderation.things.contract import ThingKind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST_NAME = 10
STOPPED = Sentence(
    "not_for_staff",
    "You don’t have to report this: when your opponent’s time runs out, the game ends by itself within two minutes, "
    "you win, and both of you are told.",
)
STOPPED_UNTIL = Sentence(
    "not_for_staff",
    "You don’t have to report this: when your opponent’s time runs out, the game ends by itself within two minutes, "
    "you win, and both of you are told. {name} has until {until}.",
)


@dataclass(frozen=True, slots=True)
class Reason:
    """A row of the table. `gravity` orders the queue of staff: 1 is the gravest."""

    name: str
    label: StrOrPromise
    hint: StrOrPromise = ""
    rule: str = ""
    """The code of the rule that was broken if the report is true, or nothing if no rule covers it."""
    gravity: int = 3
    of_words: bool = False
    of_play: bool = False
    """The kinds of thing that the reason fits: written ones with `of_words`, those that show how a person plays with
    `of_play`, and all kinds with neither."""
    of_kinds: bool = False
    """Whether the reason is only for kinds of thing that name it."""
    needs_game: bool = False
    """Whether it happens in a game, so that the form asks for the game."""
    asks_second: bool = False
    """Whether the form also asks for another account."""
    instead: Sentence | None = None
    """The answer that the site gives immediately, without sending the report to staff."""
    instead_until: Sentence | None = None
    """The same answer if it is the reported player's turn. It needs their `name`, and `until` when they have time."""
    accuses: bool = True
    """Whether the report says that a person broke a rule. Otherwise it is about its reporter, and counts against no
    one."""
    is_retired: bool = False
    """Whether only old reports have this reason."""

    def fits(self, kind: ThingKind) -> bool:
        if kind.reasons or self.of_kinds:
            return self.name in kind.reasons
        of_any = not (self.of_words or self.of_play)
        suits = of_any or (self.of_words and kind.is_written) or (self.of_play and kind.is_played)
        return suits and not self.is_retired

    @property
    def cited(self) -> Rule | None:
        return find_rule(self.rule)


REASONS = (
    Reason(
        "stopped",
        _("They stopped playing"),
        _("The clock settles this by itself."),
        of_play=True,
        instead=STOPPED,
        instead_until=STOPPED_UNTIL,
    ),
    Reason(
        "stalling",
        _("Stalling in a lost game"),
        _("Useless offers, pauses or vacation set to annoy you. Slow play alone is allowed. Tell us in which game."),
        "F11",
        3,
        of_play=True,
        needs_game=True,
    ),
    Reason("words", _("Abuse"), _("Insults, threats, hate or harassment."), "C1", 1, of_words=True, of_play=True),
    Reason("spam", _("Spam"), _("Advertising, or the same message to many players."), "C3", 2, of_words=True),
    Reason("help", _("Cheating with help"), _("A program or another person finds the turns."), "F4", 2, of_play=True),
    Reason(
        "accounts",
        _("Two accounts"),
        _("One person plays with several accounts."),
        "F7",
        2,
        of_play=True,
        asks_second=True,
    ),
    Reason(
        "score",
        _("Abuse of results or time"),
        _("Games lost on purpose, results arranged, many games dropped at once."),
        "F8",
        3,
        of_play=True,
    ),
    Reason("name", _("Name or profile"), _("It offends someone or pretends to be another."), "C5", 2),
    Reason(
        "puzzle",
        _("The puzzle is wrong"),
        _("Another turn wins, too, or the right one is refused. Tell us which."),
        "",
        3,
        of_kinds=True,
    ),
    Reason(
        "assist",
        _("Help with a game"),
        _("It hangs, ended wrongly, or you two can’t agree how to go on. Nobody is accused."),
        "",
        3,
        of_kinds=True,
        accuses=False,
    ),
    Reason("other", _("Something else"), _("Tell us below."), "", 3),
    Reason("fairness", _("Unfair play"), "", "F8", 2, is_retired=True),
)


def find_reason(name: str) -> Reason:
    """Returns the reason of this name. Raises ValueError."""
    for reason in REASONS:
        if reason.name == name:
            return reason
    raise ValueError(f"There is no reason {name!r}.")


def list_for(thing: str) -> list[Reason]:
    """Returns the reasons that can be given for a kind of thing, in the order of the form."""
    kind = registry.THINGS.find(thing)
    return [reason for reason in REASONS if kind is not None and reason.fits(kind)]


def list_choices() -> list[tuple[str, StrOrPromise]]:
    """Returns all reasons that a stored report may have."""
    return [(reason.name, reason.label) for reason in REASONS if not reason.instead]


NEUTRAL = tuple(reason.name for reason in REASONS if not reason.accuses)
"""The reasons that accuse no one."""

"""Suggests what to do about a breach of a rule, by the rule and by how often it happened. Staff may ignore it.

The forms of staff preselect it, and the guide shows the whole table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.rules import Rule, list_rules
from core.words import Said, Sentence
from games.models import Game
from moderation.actions import registry
from moderation.actions.restricting import GOOD, LENGTHS
from moderation.models import LoggedAction, Report
from moderation.words import decisions as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

WARN = "warn"
MOST_COUNTED = 200
"""The most rows of the log about one person and one rule that are looked at."""


@dataclass(frozen=True, slots=True)
class Measure:
    """An action on a person, and how long it lasts: a key of `restricting.LENGTHS`, or `GOOD`. It is empty if the
    action has no length."""

    action: str
    length: str = ""

    @property
    def told(self) -> StrOrPromise | Said:
        """The measure in words, such as “Mute, 3 days”."""
        action = registry.ACTIONS.find(self.action)
        label = action.label if action else self.action
        return words.MEASURE_FOR(label=label, length=tell_length(self.length)) if self.length else label


def tell_length(length: str) -> StrOrPromise:
    """Says a length, such as “3 days”. It is empty if there is none."""
    return _("for good") if length == GOOD else LENGTHS.get(length, "")


Times = tuple[Sentence, Sentence, Sentence]
"""The sentences for the first time, the second, and any later one."""
Ladder = tuple[Measure, Measure, Measure]
FIRST_WARNED: Ladder = (Measure(WARN), Measure("suspend", "7"), Measure("suspend", "30"))
OUT_OF_CHALLENGES: Ladder = (Measure(WARN), Measure("bar", "7"), Measure("bar", "30"))
NEVER_HERE: Ladder = (Measure("mute", "7"), Measure("suspend", "30"), Measure("suspend", GOOD))
LADDERS: dict[str, Ladder] = {
    "": FIRST_WARNED,
    "C1": (Measure("mute", "3"), Measure("mute", "7"), Measure("suspend", "30")),
    "C2": NEVER_HERE,
    "C3": (Measure(WARN), Measure("mute", "7"), Measure("suspend", "30")),
    "C4": NEVER_HERE,
    "C5": (Measure("rename"), Measure("suspend", "7"), Measure("suspend", "30")),
    "C6": FIRST_WARNED,
    "C7": (Measure(WARN), Measure("bar_reports", "30"), Measure("bar_reports", "90")),
    "C8": (Measure("suspend", "30"), Measure("suspend", "365"), Measure("suspend", GOOD)),
    "F4": (Measure(WARN), Measure("suspend", "30"), Measure("suspend", "365")),
    "F5": FIRST_WARNED,
    "F6": FIRST_WARNED,
    "F7": (Measure(WARN), Measure("suspend", "30"), Measure("suspend", GOOD)),
    "F8": (Measure(WARN), Measure("bar", "30"), Measure("suspend", "30")),
    "F9": OUT_OF_CHALLENGES,
    "F11": OUT_OF_CHALLENGES,
}
"""The measures for the first, the second and any later time, by the code of the rule. The empty code is for breaches
that no rule covers."""
PERMISSIONS = frozenset({"F1", "F2", "F3", "F10"})
"""Rules that say what is allowed, and so can't be broken."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the forms next to a report preselect, and why."""

    reason: str
    """The name of the report's reason."""
    rule: str
    earlier: int
    """How many earlier matters staff acted on because of this rule."""
    of_text: bool = False
    """Whether the report is about the text of a profile. Then the text is cleared instead of the name."""

    @property
    def measure(self) -> Measure:
        found = suggest(self.rule, self.earlier)
        return Measure("clear_profile") if self.of_text and found.action == "rename" else found

    @property
    def told(self) -> Said:
        """Why it is suggested, in a sentence for staff: “Second time for C1.”"""
        if self.earlier:
            return self._choose(words.TIMES_WITH_RULE, words.TIMES_WITHOUT_RULE)()
        if self.measure.length:
            return words.TOO_GRAVE(rule=self.rule) if self.rule else words.TOO_GRAVE_WITHOUT_RULE()
        return words.WARN_FIRST(rule=self.rule) if self.rule else words.WARN_FIRST_WITHOUT_RULE()

    def find_length(self, action: str) -> str:
        """Returns how long this action should last, or nothing if there is no suggestion."""
        return suggest_length(self.rule, self.earlier, action)

    def tell_length(self, action: str) -> str:
        """Says why it should last that long: “Second time for C1: 1 week.” It is empty if there is no suggestion."""
        if not (length := self.find_length(action)):
            return ""
        return str(self._choose(words.LENGTHS_WITH_RULE, words.LENGTHS_WITHOUT_RULE)(length=tell_length(length)))

    def _choose(self, with_rule: Times, without_rule: Times) -> Callable[..., Said]:
        """Returns the sentence for this number of earlier times, with its rule filled in."""
        time = min(self.earlier, 2)
        return partial(with_rule[time], rule=self.rule) if self.rule else without_rule[time]


def suggest(rule: str, earlier: int) -> Measure:
    """Returns what is done about a breach of this rule after this number of earlier ones. An unknown rule counts as no
    rule."""
    return LADDERS.get(rule, LADDERS[""])[min(earlier, 2)]


def suggest_length(rule: str, earlier: int, action: str) -> str:
    """Returns how long this action should last if staff choose it: by the table's entry for this time, or for the next
    later time that names the action, or for the last earlier one. The result is empty if no entry names the action."""
    ladder = LADDERS.get(rule, LADDERS[""])
    step = min(earlier, 2)
    named = [each for each in (*ladder[step:], *reversed(ladder[:step])) if each.action == action]
    return named[0].length if named else ""


def list_offences() -> list[tuple[Rule, Ladder]]:
    """Returns each rule that can be broken, with what is done the first, the second and any later time."""
    return [(rule, LADDERS[rule.code]) for rule in list_rules() if rule.code not in PERMISSIONS]


def look_up(report: Report | None, *, thing: User | Game) -> Suggestion | None:
    """Returns what to suggest for an open report about this person or this game. Without such a report it returns None.
    Makes one query."""
    concerned = report and (report.about_id if isinstance(thing, User) else report.game_id)
    if report is None or not report.is_open or concerned != thing.pk or not report.accuses:
        return None
    reason, person = report.reason_given, report.about
    earlier = count_earlier(person, rule=reason.rule, report=report)
    return Suggestion(reason.name, reason.rule, earlier, of_text=report.thing == "profile" and bool(person.about))


def count_earlier(person: User, *, rule: str, report: Report | None = None) -> int:
    """Counts the matters on which staff have acted because of this rule, unless they undid it. `report` itself does not
    count.

    Several actions for one report are one matter. Without a report, the actions of one day are one matter.
    """
    found = list_measures(person, rule=rule).values_list("report_id", "done_at").order_by("-pk")[:MOST_COUNTED]
    matters = {number or done_at.date() for number, done_at in found}
    return len(matters - {report.pk if report else None})


def list_measures(person: User, *, rule: str) -> QuerySet[LoggedAction]:
    """Returns the rows of the log about the person that cite the rule and were not undone. Without a rule, only
    restrictions count. What a suspension does to each game never counts."""
    rows = LoggedAction.objects.filter(person=person, rule=rule, reverses=None, reversed_by=None)
    rows = rows.exclude(restriction__isnull=False, game__isnull=False).exclude(restriction__close="lifted")
    return rows if rule else rows.filter(restriction__isnull=False).exclude(action="answer_appeal")

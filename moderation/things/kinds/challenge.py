"""A challenge, with its message and the reason for which it was declined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Said, Sentence, join
from games import access, challenges, telling
from games.models import Challenge
from moderation.things.contract import Removable, RemovableKind, Thing

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN = 200
"""The most messages that staff can choose from for removal. These are the newest ones."""

HEADING = Sentence("heading", "Report a challenge by {name}")
COUNTED = Sentence("counted", "{n} challenge", "{n} challenges", "n")
TERMS = Sentence("terms", "{ruleset}, {time}")
MESSAGE_TO_PLAYER = Sentence("message_to_player", "message with a challenge to {name}")
MESSAGE = Sentence("message", "message with a challenge to {audience}")


class OneChallenge(RemovableKind):
    label = _("challenge")
    counted = COUNTED
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        challenge = access.get_challenge(reporter, pk)
        other = answered_by(challenge) if challenge.challenger_id == reporter.pk else challenge.challenger
        if other is None or not other.is_active:
            raise Http404
        return Thing(
            self.name,
            challenge.pk,
            HEADING(name=challenge.challenger.username),
            (other,),
            keep=lambda: keep_challenge(challenge),
            game=challenge.games.order_by("pk").first(),
            place=challenge.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Challenge"), str(TERMS(ruleset=kept["ruleset"], time=kept["time"]))
        yield _("By"), kept["challenger"]
        yield _("Message"), kept["note"]
        yield _("Status"), kept["status"]
        yield _("Reason for declining"), kept["reason"]

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        """Returns the messages of challenges, whatever became of the challenges."""
        found = challenges.list_noted_by(person.pk, since=since)
        for each in found if since else found[:SHOWN]:
            yield Removable(each.pk, name_message(each), each.note)

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        """Hides the messages. The challenges stay, and can still be accepted if they wait for an answer."""
        return challenges.hide_notes(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        challenges.show_notes(numbers)


def answered_by(challenge: Challenge) -> User | None:
    """Returns the player of whom the challenger may know. A challenge to an email address never reveals whether that
    address has an account."""
    sent_to = challenge.audience == Challenge.Audience.PLAYER
    answered = challenge.status in (Challenge.Status.ACCEPTED, Challenge.Status.DECLINED)
    return challenge.opponent if sent_to or answered else None


def name_message(challenge: Challenge) -> Said:
    """Names the message and its recipient, but no email address, which staff should not read here."""
    if challenge.audience == Challenge.Audience.PLAYER and challenge.opponent:
        return MESSAGE_TO_PLAYER(name=challenge.opponent.username)
    return MESSAGE(audience=challenge.get_audience_display())


def keep_challenge(challenge: Challenge) -> dict[str, Any]:
    return {
        "ruleset": challenge.ruleset.name,
        "time": str(join(telling.time_of(challenge))),
        "challenger": challenge.challenger.username,
        "note": challenge.note,
        "status": challenge.get_status_display(),
        "reason": challenge.reason,
    }


kind = OneChallenge()

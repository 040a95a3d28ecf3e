"""Staff have done or undone something in a game of the reader: what, why, by which rule, and how to object."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction
from core.words import Said
from games.models import Game, Seat
from games.reading.ratings import read_rated
from moderation import events
from moderation.actions.ladder import tell_moves
from moderation.models import Appeal, LoggedAction
from moderation.words import acting as words
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.decisions import find_objection, may_appeal, tell
from notifications.wording.games import OfGame, describe_game, load_game, show_instant
from notifications.wording.ratings import tell_rated
from notifications.wording.results import tell_result
from notifications.words import games as sentences

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class StaffDecided(OfGame):
    """Also tells of a result that staff decided, in place of `game_over`."""

    label = _("Our staff did something to a game of mine")
    order = 138
    urgency = Urgency.EXEMPT
    is_switchable = False
    is_about_account = True
    sentence = words.STAFF_ACTED
    tells_result = True

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        rows = LoggedAction.objects.select_related("reversed_by")
        row = rows.filter(pk=notice.payload["logged"]).first()
        if row is None:
            raise Dropped("It is no longer in the log.")
        game = load_game(notice)
        context = describe_game(game, notice, now=now)
        is_private = row.restriction_id is not None  # staff wrote this to the other player
        return {
            **context,
            "sentence": tell(notice.payload),
            "changes": list_changes(row, game, mine=context["mine"], theirs=context["theirs"]),
            "rated": tell_rated(game, read_rated(game), mine=context["mine"]) if is_end(row) else "",
            "told": [] if is_private else clean_lines(row.told),
            "rule": "" if is_private else row.cited,
            "undone_since": hasattr(row, "reversed_by"),
            "objection": links.absolute(find_objection(row, user_id=notice.recipient_id or 0, now=now)),
            "is_appeal": may_appeal(row, now=now),
        }

    def name_subject(self, notice: Notice) -> None:
        return None

    def say(self, notice: Notice, game: Game, *, mine: Seat | None, who: str) -> StrOrPromise | Said:
        return tell(notice.payload)

    def name_game(self, game: Game, *, who: str) -> Said:
        return sentences.GAME_AGAINST(ruleset=game.ruleset.name, number=game.pk, who=who)


kind = StaffDecided()


def is_end(row: LoggedAction) -> bool:
    """Whether the action ended a running game. Then no other notice tells what that did to ratings."""
    return not row.before["ended_at"] and bool(row.after["ended_at"])


def list_changes(row: LoggedAction, game: Game, *, mine: Seat, theirs: Seat) -> list[StrOrPromise | Said]:
    """Lists how the game was changed, in sentences for one of its players, in their time zone."""
    before, after = row.before, row.after
    said: list[StrOrPromise | Said] = []
    if before["termination"] != after["termination"] or before["winner"] != after["winner"]:
        said.append(tell_result(game, after, mine=mine, theirs=theirs) if after["ended_at"] else sentences.GOES_ON())
    if before["ply"] != after["ply"]:
        said.append(sentences.TURNS_PLAYED(before=before["ply"], after=after["ply"]))
    if before["paused_until"] != after["paused_until"]:
        until = after["paused_until"]
        stopped = bool(until) and datetime.fromisoformat(until) > row.done_at
        said.append(sentences.CLOCKS_STAND(until=show(until)) if stopped else sentences.CLOCKS_RUN())
    if not after["ended_at"] and after["deadline_at"] and before["deadline_at"] != after["deadline_at"]:
        whose = sentences.YOUR_TURN if after["side_to_move"] == mine.side else sentences.THEIR_TURN
        said.append(whose(who=theirs.user.shown_name, until=show(after["deadline_at"])))
    sides = sorted((mine, theirs), key=lambda seat: seat.side)
    return [*said, *tell_moves(before, after, names=[seat.user.shown_name for seat in sides])]


def show(written: str) -> str:
    return show_instant(datetime.fromisoformat(written))


@receiver(events.game_decided)
def on_game_decided(*, logged_id: int, **_: Any) -> None:
    """Tells both players, once each. Two are left out: the person whom a suspension or another measure of the same
    decision is about, since its notice names their games, and a player who has just read that their appeal undid
    this."""
    row = LoggedAction.objects.select_related("restriction").get(pk=logged_id)
    told = Appeal.objects.filter(decision=row.reverses_id, outcome=Appeal.Outcome.REVERSED) if row.reverses_id else ()
    left_out = {appeal.by_id for appeal in told} | ({row.restriction.user_id} if row.restriction else set())
    players = set(Seat.objects.filter(game=row.game_id).values_list("user_id", flat=True))
    laid = Restriction.objects.filter(user__in=players, by=row.by_id, from_at=row.done_at)
    players -= left_out.union(laid.values_list("user_id", flat=True))
    payload = {"logged": row.pk, "game": row.game_id, "did": row.action, "undone": row.is_reversal}
    key = f"staff:{row.pk}"
    write(*(make(kind.name, key=key, recipient_id=player, payload=payload) for player in sorted(players)))

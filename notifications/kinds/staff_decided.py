"""Staff have done something to a game of its reader's, or undone it: what, why, by which rule, and how to object."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from games.models import Game, Seat
from moderation import appeals, events
from moderation.actions import registry
from moderation.models import Appeal, LoggedAction
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.games import OfGame, describe_game, load_game, show_instant
from notifications.wording.results import tell_result

ACTED = "Staff have acted on this game"


class StaffDecided(OfGame):
    """Also tells of a result that staff decided, in place of `game_over`."""

    label = "our staff did something to a game of mine"
    order = 138
    urgency = Urgency.EXEMPT
    is_switchable = False
    is_about_account = True
    sentence = ACTED
    tells_result = True

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        rows = LoggedAction.objects.select_related("reversed_by")
        row = rows.filter(pk=notice.payload["logged"]).first()
        if row is None:
            raise Dropped("It is no longer in the log.")
        game = load_game(notice)
        context = describe_game(game, notice, now=now)
        is_private = row.restriction_id is not None  # staff wrote it to the other player
        return {
            **context,
            "sentence": tell(notice.payload),
            "changes": list_changes(row, game, mine=context["mine"], theirs=context["theirs"]),
            "told": [] if is_private else clean_lines(row.told),
            "rule": "" if is_private else row.cited,
            "undone_since": hasattr(row, "reversed_by"),
            "objection": links.absolute(find_objection(row, user_id=notice.recipient_id or 0, now=now)),
            "is_appeal": may_appeal(row, now=now),
        }

    def name_subject(self, notice: Notice) -> None:
        return None

    def choose_sentence(self, notice: Notice, game: Game, *, mine: Seat | None) -> str:
        return f"{tell(notice.payload)}, against {{who}}"


kind = StaffDecided()


def tell(payload: dict[str, Any]) -> str:
    """What staff did, as the action says it."""
    action = registry.ACTIONS.find(payload.get("did", ""))
    name = "undone" if payload.get("undone") else "done"
    return str(getattr(action, name, ACTED))


def may_appeal(row: LoggedAction, *, now: datetime) -> bool:
    return row.restriction_id is None and appeals.may_appeal_of_game(row, now=now)


def find_objection(row: LoggedAction, *, user_id: int, now: datetime) -> str:
    """The page on which a player objects: that of the appeal, or where one writes to staff."""
    return appeals.path_of_game(row, user_id=user_id) if may_appeal(row, now=now) else reverse("contact")


def list_changes(row: LoggedAction, game: Game, *, mine: Seat, theirs: Seat) -> list[str]:
    """How the game was changed, in sentences for one of its players, in their time zone."""
    before, after = row.before, row.after
    said = []
    if before["termination"] != after["termination"] or before["winner"] != after["winner"]:
        said.append(tell_result(game, after, mine=mine, theirs=theirs) if after["ended_at"] else "The game goes on.")
    if before["ply"] != after["ply"]:
        said.append(f"Turns played: {before['ply']} before, {after['ply']} now.")
    if before["paused_until"] != after["paused_until"]:
        until = after["paused_until"]
        stopped = bool(until) and datetime.fromisoformat(until) > row.done_at
        said.append(f"Both clocks stand until {show(until)}." if stopped else "Both clocks run.")
    if not after["ended_at"] and after["deadline_at"] and before["deadline_at"] != after["deadline_at"]:
        whose = "your" if after["side_to_move"] == mine.side else f"{theirs.user.username}’s"
        said.append(f"It is {whose} turn, until {show(after['deadline_at'])}.")
    return said


def show(written: str) -> str:
    return show_instant(datetime.fromisoformat(written))


@receiver(events.game_decided)
def on_game_decided(*, logged_id: int, **_: Any) -> None:
    """Tells both players, once each: not the person of a suspension, who reads of their games in what tells them of it,
    and not who has just been told that their appeal undid it."""
    row = LoggedAction.objects.select_related("restriction").get(pk=logged_id)
    told = Appeal.objects.filter(decision=row.reverses_id, outcome=Appeal.Outcome.REVERSED) if row.reverses_id else ()
    left_out = {appeal.by_id for appeal in told} | ({row.restriction.user_id} if row.restriction else set())
    payload = {"logged": row.pk, "game": row.game_id, "did": row.action, "undone": row.is_reversal}
    players = Seat.objects.filter(game=row.game_id).exclude(user__in=left_out).values_list("user_id", flat=True)
    key = f"staff:{row.pk}"
    write(*(make(kind.name, key=key, recipient_id=player, payload=payload) for player in players))

"""Whether staff were fair: nobody decided about somebody they had ties with, and each act on a game was told once to
each of its players. Judged by what is plain to see, not by the code that refuses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.models import Game, Seat
from moderation.models import LoggedAction, Report
from notifications.models import Notice
from tests.simulation.finding import Finding
from tests.simulation.world import World

NO_DECISIONS = (
    "note",
    "withdraw_report",
    "hand_over",
    "clear_profile",
    "remove_writing",
    "remove_since",
    "remove_line",
)
"""Rows of the log that are open to everybody on the staff, or not of staff."""
LATELY = timedelta(days=90)


def check_fairness(world: World) -> list[Finding]:
    return [find_decided_by_concerned(), find_untold_acts()]


def find_decided_by_concerned() -> Finding:
    rows = LoggedAction.objects.exclude(action__in=NO_DECISIONS).exclude(person=None).filter(game=None, to_confirm=None)
    decided = list(rows.select_related("report", "reverses__report", "restriction").order_by("pk"))
    broken = [told for row in decided for told in find_ties(row)]
    return Finding("Nobody decides about somebody they have ties with", len(decided), broken)


def find_ties(row: LoggedAction) -> Iterator[str]:
    """What tied who decided to the person before the matter began; a day's mute is open to everybody."""
    if row.restriction and row.restriction.until_at and row.restriction.until_at - row.done_at <= timedelta(days=1):
        return
    begun = find_beginning(row)
    both = Game.objects.filter(seats__user=row.by).filter(seats__user=row.person, started_at__lt=begun)
    for game in both:
        if game.ended_at is None or row.done_at - game.ended_at < LATELY:
            yield f"{row.by} decided about {row.person}, whom they played in game {game.pk}: {row.what}"
    if Report.objects.filter(reporter=row.by, about=row.person, made_at__lt=row.done_at).exists():
        yield f"{row.by} decided about {row.person}, whom they had reported: {row.what}"
    if Report.objects.filter(reporter=row.person, about=row.by, made_at__lt=begun).exists():
        yield f"{row.by} decided about {row.person}, who had reported them: {row.what}"


def find_beginning(row: LoggedAction) -> datetime:
    """When the first report about the person was made that was open then, or what is undone was done."""
    of = row.reverses or row
    reports = Report.objects.filter(about=row.person, made_at__lte=row.done_at)
    waited = [
        at for at, until in reports.values_list("made_at", "answered_at") if until is None or until >= row.done_at
    ]
    return min([of.done_at, *waited, *([of.report.made_at] if of.report else [])])


def find_untold_acts() -> Finding:
    rows = LoggedAction.objects.exclude(game=None).exclude(action__in=("hand_over", "answer", "confirm"))
    acts = list(rows.exclude(action="close_referral").select_related("restriction"))
    broken = [told for row in acts for told in find_mistold(row)]
    return Finding("Each act of staff on a game is told once to each of its players", len(acts), broken)


def find_mistold(row: LoggedAction) -> Iterator[str]:
    """The person of a suspension reads of it in what tells of that. Whoever is told of the same decision otherwise may
    read of it there alone: in the answer to their appeal, or in what tells of a measure against them."""
    for player in Seat.objects.filter(game=row.game).exclude(user__kind="computer").select_related("user"):
        told = Notice.objects.filter(recipient=player.user, dedupe_key=f"staff:{row.pk}")
        is_theirs = row.restriction is not None and row.restriction.user_id == player.user_id
        is_missing = not told.exists() and not is_theirs and not is_told_otherwise(row, player.user_id)
        if is_missing or (is_theirs and told.exists()) or told.filter(channel="email").count() > 1:
            yield f"{player.user} was told {told.count()} times of {row.what}"


def is_told_otherwise(row: LoggedAction, user_id: int) -> bool:
    notices = Notice.objects.filter(recipient=user_id, kind__in=("restricted", "appeal_answered"))
    return notices.filter(created_at=row.done_at).exists()

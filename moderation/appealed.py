"""What an appeal is against, who reported it, and since when."""

from __future__ import annotations

from datetime import datetime

from moderation import deciding
from moderation.models import Appeal, LoggedAction, Report


def find_beginning(appeal: Appeal) -> datetime:
    """Returns when the matter began: at the report that led to the decision, or at the decision if there was none."""
    logged = find_logged(appeal)
    return deciding.find_beginning_of(logged) if logged is not None else read_beginning(appeal)


def read_beginning(appeal: Appeal) -> datetime:
    """Returns the same without a query: the row was read with its decision, and with `reported_at` if it was
    reported."""
    if appeal.restriction is None:
        assert appeal.decision is not None
        return deciding.find_beginning_of(appeal.decision)
    reported_at: datetime | None = getattr(appeal, "reported_at", None)
    return reported_at or appeal.restriction.from_at


def read_reporters(appeal: Appeal) -> set[int]:
    """Returns who reported what was decided. The row was read as `read_beginning` says, and with `reported_by`."""
    report = appeal.decision.report if appeal.decision is not None else None
    found = report.reporter_id if report is not None else getattr(appeal, "reported_by", None)
    return {found} if found else set()


def find_report(appeal: Appeal) -> Report | None:
    """Returns the report that led to the decision, if there was one."""
    logged = find_logged(appeal)
    return logged.report if logged is not None else None


def find_logged(appeal: Appeal) -> LoggedAction | None:
    """Returns the row of the log that the appeal is against, or that imposed the restriction."""
    rows = LoggedAction.objects.select_related("by", "report", "restriction", "reversed_by")
    if appeal.decision_id is not None:
        return rows.filter(pk=appeal.decision_id).first()
    return rows.filter(restriction=appeal.restriction_id, game=None, reverses=None).order_by("pk").first()


def find_decision_on_game(appeal_id: int) -> LoggedAction | None:
    """Returns what was done to a game that the appeal is against, unless it has been undone."""
    rows = LoggedAction.objects.select_related("by", "game", "report", "reversed_by")
    found = rows.filter(appeals=appeal_id, game__isnull=False).first()
    return None if found is None or hasattr(found, "reversed_by") else found

"""The tasks for games that beat sends. Each is one call that may run twice or at once."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games import challenges, outage_detection, play, punctuality
from games.models import Heartbeat

SWEEP_LASTS = timedelta(seconds=15)
"""After this time a sweep ends no more games, so that the next one starts in time."""


@shared_task
def flag_expired_games() -> int:
    """Ends the games whose time has run out, and returns how many; none before every outage has been settled."""
    if not (outage_detection.look() and play.settle_outages()):
        return 0
    outage_detection.note(Heartbeat.Part.SWEEP, now=timezone.now())
    return play.run_out_due(lasts=SWEEP_LASTS)


@shared_task
def announce_moved_deadlines() -> int:
    """Has reminders made for the deadlines that outages moved, and returns for how many games."""
    return play.announce_moved()


@shared_task
def expire_challenges() -> int:
    """Closes the challenges that nobody answered in time, and returns how many."""
    return challenges.expire_due()


@shared_task
def announce_expiring_challenges() -> int:
    """Announces the challenges that soon expire unanswered, and returns how many."""
    return challenges.announce_expiring()


@shared_task
def settle_suspensions() -> int:
    """Does to running games what suspensions ask for, and returns in how many games."""
    return play.settle_suspensions()


@shared_task
def offer_wished_rematches() -> int:
    """Offers the rematches that players always offer each other, of games that have just ended; returns how many."""
    return play.offer_wished()


@shared_task
def end_games_of_closed() -> int:
    """Ends the running games of closed accounts, as if they had resigned; returns how many."""
    return play.resign_for_closed()


@shared_task
def refresh_on_time() -> int:
    """Counts how reliably those play on time whose games have ended, and returns for how many."""
    return punctuality.refresh()

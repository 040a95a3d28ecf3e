"""What beat runs for games, by the names the schedule has."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games import challenges, tasks
from games.clock import GRACE, Days
from games.models import Game
from mastery_site.celery import app
from tests.factories import ChallengeFactory, GameFactory


def test_every_task_of_the_schedule_exists():
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled <= set(app.tasks)
    assert {"games.tasks.flag_expired_games", "games.tasks.expire_challenges"} <= scheduled


def test_expired_games_are_ended(db):
    expired = GameFactory(control=Days(1), now=timezone.now() - timedelta(days=1) - 2 * GRACE)
    GameFactory(control=Days(1))
    assert tasks.flag_expired_games() == 1
    expired.refresh_from_db()
    assert expired.termination == "time"


def test_a_sweep_leaves_to_the_next_what_would_take_too_long(db, monkeypatch):
    for _ in range(3):
        GameFactory(control=Days(1), now=timezone.now() - timedelta(days=1) - 2 * GRACE)
    with monkeypatch.context() as patched:
        patched.setattr(tasks, "SWEEP_LASTS", timedelta(microseconds=1))
        assert tasks.flag_expired_games() < 3
    tasks.flag_expired_games()
    assert not Game.objects.active().exists()


def test_challenges_nobody_answered_are_closed(db):
    expired = ChallengeFactory(now=timezone.now() - challenges.LASTS)
    ChallengeFactory()
    assert tasks.expire_challenges() == 1
    expired.refresh_from_db()
    assert expired.status == "expired"

"""A failure in one step of a task, or for one row outside the tasks, does not stop the others."""

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

from accounts.models import Restriction
from computers.models import Thought
from games import play
from games.models import Challenge, Game, Outage
from games.play import outage_credit
from notifications import registry as channels
from notifications.models import EMAIL, Notice
from notifications.scheduling import reminders
from tests.site.neighbours.conftest import DAY, HOUR, restrict, run, write_notices


def test_a_failure_in_one_suspension_does_not_stop_the_next(breaking):
    """Both people play Alice; what is to be done in the games of the first cannot even be found."""
    games = breaking.start_games()
    laid = restrict(breaking.cast[1:], Restriction.Kind.SUSPENDED, until=timezone.now() + DAY, games="void")
    breaking.break_call(play.suspension, "_find_done", lambda each, *_: each.pk == laid[0].pk)
    run("games.tasks.settle_suspensions")
    assert [game.pk for game in Game.objects.ended()] == [games[1].pk]


def test_challenges_that_cannot_be_answered_leave_lost_thoughts_to_be_woken(breaking, monkeypatch):
    woken = []
    monkeypatch.setattr("computers.waking.wake", lambda *games: woken.extend(games))
    game = breaking.start_games()[0]
    Thought.objects.create(game=game, revision=1, asked_at=timezone.now())
    breaking.break_call(Challenge.objects.__class__, "filter")
    with pytest.raises(RuntimeError):
        run("computers.tasks.look_after")
    assert woken == [game.pk]


def test_reminders_that_cannot_be_made_leave_what_is_due_to_be_sent(breaking):
    write_notices(breaking)
    breaking.break_call(reminders, "write_due")
    with pytest.raises(RuntimeError):
        run("notifications.tasks.deliver_due")
    assert len(mail.outbox) == 2


def write_due(user, *, channel: str) -> None:
    now = timezone.now()
    Notice.objects.create(recipient=user, channel=channel, kind="test", dedupe_key="due", created_at=now, due_at=now)


def test_a_channel_that_cannot_be_opened_leaves_the_others(breaking):
    write_notices(breaking)
    first = channels.list_by_patience()[0]
    assert first != EMAIL
    write_due(breaking.cast[0], channel=first)
    breaking.break_call(channels, "open_carrier", lambda channel: channel == first)
    with pytest.raises(RuntimeError):
        run("notifications.tasks.deliver_due")
    assert len(mail.outbox) == 2


def test_a_failure_to_prune_one_kind_does_not_stop_the_next(breaking):
    write_notices(breaking)
    Notice.objects.update(state="sent", closed_at=timezone.now() - 100 * DAY)
    breaking.break_call(Session.objects.__class__, "filter", lambda *_, **more: "expire_date__lt" in more)
    with pytest.raises(RuntimeError):
        run("mastery_site.tasks.prune")
    assert not Notice.objects.exists()


def test_a_game_that_no_outage_can_be_reckoned_for_leaves_the_sweep(breaking):
    """It gets the plain length, and all others what is theirs."""
    now = timezone.now()
    games = breaking.start_games(now=now - DAY, vacation_days=3)
    Game.objects.update(paused_until=now + 30 * DAY)
    Outage.objects.create(kind=Outage.Kind.SITE, found_at=now, from_at=now - 3 * HOUR, until_at=now - HOUR)
    breaking.break_call(outage_credit, "build_calendar", lambda game, *_, **__: game.pk == games[0].pk)
    assert play.settle_outages()
    moved = [Game.objects.get(pk=game.pk).deadline_at - game.deadline_at for game in games]
    assert [each >= 2 * HOUR for each in moved] == [True, True]

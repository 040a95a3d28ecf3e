"""A mail of turns waits a minute, names every game that waits by then, and is followed by none for half an hour."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.contract import Side
from games import play
from games.models import Game
from notifications.channels.email.carrier import Mail
from notifications.delivery import outbox
from notifications.faults import Deferred
from notifications.models import LEASE, Notice
from tests.factories import GameFactory, play_turns

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
State = Notice.State


@pytest.fixture(autouse=True)
def _as_on_the_site(settings):
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = 60 * SECOND, 30 * MINUTE


@pytest.fixture
def begin(alice, boris):
    """Begins a game in which it is Alice's turn; the time is told in minutes from the first."""
    first = timezone.now()

    def run(minute: float = 0) -> Game:
        game = GameFactory(first=alice, second=boris)
        mine = Notice.objects.filter(payload__game=game.pk, kind="your_turn", channel="email")
        mine.update(due_at=first + minute * MINUTE + 60 * SECOND)
        return game

    return run


@pytest.fixture
def sweep(db):
    """Delivers as the sweep does through so many minutes, and returns what left: when, and the subject."""
    first = timezone.now()

    def run(since: float, until: float) -> list[tuple[float, str]]:
        left, at = [], since
        while at <= until:
            before = len(mail.outbox)
            outbox.deliver_due(now=first + at * MINUTE)
            left += [(at, message.subject) for message in mail.outbox[before:]]
            at += 0.5
        return left

    return run


def states(kind="your_turn"):
    return sorted(Notice.objects.filter(kind=kind, channel="email").values_list("state", flat=True))


def test_a_mail_leaves_after_a_minute(begin, sweep):
    begin()
    assert sweep(0, 0.5) == []
    assert [at for at, _ in sweep(1, 3)] in ([1.0], [1.5])


def test_a_turn_that_is_answered_within_the_minute_sends_no_mail(begin, sweep):
    game = begin()
    play_turns(game, game.position.legal_moves()[0])
    Notice.objects.filter(recipient__username="Boris").delete()
    assert sweep(0, 3) == []
    assert states() == ["dropped"]


def test_one_mail_names_all_waiting_games_even_those_not_yet_due(begin, sweep):
    begin(0)
    begin(0.9)
    assert [subject for _, subject in sweep(0, 3)] == ["Your turn in 2 games: against Boris"]
    assert states() == ["sent", "sent"]
    assert sweep(3, 40) == []


def test_turns_within_half_an_hour_wait_for_its_end_and_none_is_lost(begin, sweep):
    begin(0)
    [(first, _)] = sweep(0, 3)
    begin(5)
    begin(20)
    [(second, subject)] = sweep(3.5, 60)
    assert subject.startswith("Your turn in 2 games")
    assert 30 <= second - first <= 31
    assert states() == ["sent"] * 3


def test_after_a_quiet_half_hour_the_first_goes_after_its_minute_again(begin, sweep):
    begin(0)
    sweep(0, 3)
    begin(50)
    assert [at for at, _ in sweep(40, 60)] in ([51.0], [51.5])


def test_a_turn_that_has_passed_meanwhile_is_left_out(begin, sweep, deliver):
    kept, passed = begin(0), begin(0)
    play.resign(passed.pk, side=Side.FIRST)
    Notice.objects.filter(kind="game_over").delete()
    [(_, subject)] = sweep(0, 3)
    assert f"#{kept.pk}" in subject
    assert states() == ["dropped", "sent"]


def test_it_shows_small_boards_of_the_first_few_and_text_and_links_of_all(begin, sweep):
    games = [begin() for _ in range(6)]
    sweep(0, 3)
    (message,) = mail.outbox
    html = message.alternatives[0].content
    assert len(message.attachments) == 4
    assert html.count('src="cid:board-') == 4
    assert html.count('<pre class="letters"') == 2, "the others are drawn with letters there too"
    for game in games:
        assert f"Mastery #{game.pk} against" in message.body
        assert f"Mastery #{game.pk} against" in html
        assert f"/games/{game.pk}/" in message.body
        assert f"/games/{game.pk}/" in html
    assert message.body.count("capitals") == 6


def test_many_are_listed_up_to_a_number_and_the_rest_counted(begin, sweep, monkeypatch):
    monkeypatch.setattr("notifications.wording.several.LISTED", 2)
    for _ in range(4):
        begin()
    sweep(0, 3)
    (message,) = mail.outbox
    assert "2 more games are waiting for you" in message.body


def test_they_are_claimed_marked_and_sent_again_together_under_one_name(begin, sweep, monkeypatch):
    """A death between sending and marking: one mail more, and the same Message-ID."""
    for _ in range(3):
        begin()
    now = timezone.now() + 2 * MINUTE

    def die(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "_close", die)
        with pytest.raises(KeyboardInterrupt):
            outbox.deliver_due(now=now)
    assert len(set(Notice.objects.filter(kind="your_turn", channel="email").values_list("claim"))) == 1
    begin()
    assert outbox.deliver_due(now=now + 5 * SECOND) == 0
    assert outbox.deliver_due(now=now + LEASE.lasts + 11 * SECOND) == 1
    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    assert states() == ["sent"] * 4


def test_another_worker_writes_to_nobody_who_is_being_written_to(begin, boris, carol):
    """A turn that becomes due while a mail is on its way waits some seconds, and then for the half hour."""
    begin()
    now = timezone.now() + 2 * MINUTE
    [mine] = outbox.hold_back(outbox.lease(batch=25, now=now), now=now)
    begin()
    GameFactory(first=carol, second=boris)
    assert outbox.deliver_due(now=now) == 1
    assert mail.outbox[0].to == ["carol@example.org"]
    assert Notice.objects.get(recipient__username="Alice", kind="your_turn", channel="email", claim="").due_at > now
    assert mine.others == []


def test_a_server_that_is_away_puts_off_all_of_them(begin, settings):
    for _ in range(2):
        begin()
    settings.NOTICE_EMAIL_BACKEND = "notifications.channels.email.smtp.StagedBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    now = timezone.now() + 2 * MINUTE
    assert outbox.deliver_due(now=now) == 0
    rows = Notice.objects.filter(kind="your_turn", channel="email")
    assert set(rows.values_list("state", "claim", "attempts")) == {("waiting", "", 1)}
    assert all(row.due_at > now for row in rows)


def test_a_batch_takes_as_many_queries_for_many_readers_as_for_few(db):
    def measure(count: int) -> int:
        Notice.objects.all().delete()
        for _ in range(count):
            GameFactory()
        now = timezone.now() + 2 * MINUTE
        with CaptureQueriesContext(
            connection,
        ) as queries:
            outbox.hold_back(outbox.lease(batch=25, now=now), now=now)
        return len(queries)

    assert measure(12) == measure(2)


@pytest.mark.parametrize("error", [OSError("452 mailbox full"), Deferred("452 later"), ValueError("a fault")])
def test_each_is_given_up_at_its_own_age(begin, monkeypatch, error):
    """One has waited for three days, and another has just come to join it."""

    def fail(self, notice, *, now):
        raise error

    monkeypatch.setattr(Mail, "deliver", fail)
    old, young = begin(), begin()
    Notice.objects.filter(payload__game=old.pk).update(created_at=timezone.now() - outbox.GIVE_UP_AFTER)
    outbox.deliver_due(now=timezone.now() + MINUTE)
    told = Notice.objects.filter(kind="your_turn", channel="email").order_by("pk")
    assert list(told.values_list("payload__game", "state", "claim")) == [
        (old.pk, "failed", told[0].claim),
        (young.pk, "waiting", ""),
    ]
    assert all(str(error) in notice.last_error for notice in told)

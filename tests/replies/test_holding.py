"""A game is not lost on time while a turn by email that came in time may still be unread; and not a query more is asked
for a turn on a page."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Vacation
from games import clock, outage_detection, play, tasks
from games.models import Game, Heartbeat, Turn
from games.play.heartbeats import LONGEST_SILENCE
from notifications.models import Notice
from replies import receiving
from replies.holding import on_time_running_out
from replies.incoming import Incoming, Way
from replies.mails import parsing
from replies.mails.proof import Verdict
from replies.models import Reply
from replies.receiving import Outcome
from tests.factories import GameFactory, give_vacation
from tests.replies.ways.answering import find_mover, write_answer
from tests.together import count_rounds, run_together

ROUNDS = count_rounds("REPLIES", 30)
GRACE, MINUTE, SECOND = clock.GRACE, timedelta(minutes=1), timedelta(seconds=1)


def make_due(*, ago: timedelta, **terms) -> Game:
    game = GameFactory(**terms)
    Game.objects.filter(pk=game.pk).update(deadline_at=timezone.now() - ago)
    game.refresh_from_db()
    return game


def looked(at) -> None:
    outage_detection.note_replies(True, now=timezone.now(), looked_at=at)


def note_unread(game: Game, *, came_at, **fields) -> Reply:
    user = fields.pop("user", None) or find_mover(game)
    told = {"key": f"{game.pk}", "arrived_at": came_at, "way": "webhook", "verdict": "proven"}
    return Reply.objects.create(user=user, **told, **fields)


@pytest.mark.parametrize(
    ("looked_ago", "ends"),
    [
        (None, True),  # nobody looks into a mailbox
        (SECOND, True),
        (5 * MINUTE - SECOND, True),  # it began after deadline and grace
        (5 * MINUTE + SECOND, False),
        (9 * MINUTE, False),
        (LONGEST_SILENCE + MINUTE, True),  # it is not waited for longer than for any part of the site
    ],
)
def test_a_game_waits_for_a_look_that_began_after_its_time(db, looked_ago, ends):
    game = make_due(ago=GRACE + 5 * MINUTE)
    if looked_ago is not None:
        looked(timezone.now() - looked_ago)
    assert play.run_out_due() == ends
    assert Game.objects.get(pk=game.pk).is_over == ends


@pytest.mark.parametrize(
    ("came", "fields", "ends"),
    [
        (-GRACE, {}, False),
        (-5 * MINUTE, {}, False),
        (SECOND, {}, True),  # too late
        (-MINUTE, {"done_at": timezone.now()}, True),
        (-LONGEST_SILENCE, {}, True),
    ],
)
def test_a_game_waits_for_an_answer_that_came_in_time_and_is_not_dealt_with(db, came, fields, ends):
    game = make_due(ago=GRACE + MINUTE)
    note_unread(game, came_at=game.deadline_at + GRACE + came, **fields)
    assert play.run_out_due() == ends


def test_an_answer_of_the_opponent_or_of_others_holds_nothing(db, carol):
    game = make_due(ago=GRACE + MINUTE)
    opponent = game.seats.exclude(side=game.side_to_move).get().user
    for user in (opponent, carol):
        note_unread(game, came_at=timezone.now() - 3 * MINUTE, user=user)
        Reply.objects.filter(user=user).update(key=f"{user.pk}")
    assert play.run_out_due() == 1


def test_no_day_of_vacation_is_used_for_a_turn_that_came(db):
    game = make_due(ago=SECOND, vacation_days=5)
    give_vacation(find_mover(game), days=10, now=timezone.now())
    looked(timezone.now() - MINUTE)
    play.run_out_due()
    assert not Vacation.objects.exists()
    looked(timezone.now())
    play.run_out_due()
    assert Vacation.objects.count() == 1


def test_a_site_without_answers_asks_nothing(db, settings, django_assert_num_queries):
    settings.REPLY_ADDRESS = ""
    with django_assert_num_queries(0):
        assert not on_time_running_out(game_id=1, until=timezone.now(), now=timezone.now())


def test_a_turn_on_a_page_costs_no_query_more(db, settings):
    def count(address: str) -> int:
        settings.REPLY_ADDRESS = address
        game = GameFactory()
        with CaptureQueriesContext(connection) as asked:
            play.play_move(game.pk, side=game.side_to_move, text=game.position.legal_moves()[0], **at(game))
        return len(asked)

    count("")
    looked(timezone.now() - 5 * MINUTE)
    assert count("turn@reply.localhost") == count("")


def at(game: Game) -> dict:
    return {"expected_revision": game.revision, "expected_ply": game.ply, "key": f"k{game.pk}"}


def test_the_turn_that_came_in_time_is_played_as_of_then(db):
    game = make_due(ago=GRACE + MINUTE)
    looked(timezone.now() - 5 * MINUTE)
    tasks.flag_expired_games()
    came = game.deadline_at - SECOND
    mail = parsing.parse(write_answer(game).as_bytes())
    receiving.receive(Incoming(mail, came, Way.MAILBOX, proof=Verdict.PROVEN))
    looked(timezone.now())
    assert play.run_out_due() == 0
    assert Turn.objects.filter(game=game).count() == 1


@pytest.mark.postgres
def test_sweep_and_poll_at_once_lose_no_turn_that_came_in_time(transactional_db):
    """However they fall: the look began before the time ran out, so the sweep waits; or it has left nothing behind."""
    for number in range(ROUNDS):
        game = make_due(ago=GRACE + SECOND)
        looked(game.deadline_at)
        mail = parsing.parse(write_answer(game, number=number).as_bytes())
        incoming = Incoming(mail, game.deadline_at - SECOND, Way.MAILBOX, proof=Verdict.PROVEN)

        def poll(incoming=incoming) -> None:
            began = timezone.now()
            if receiving.receive(incoming) is not Outcome.IN_HAND:
                looked(began)

        found = run_together([poll, partial(play.run_out_due), poll])
        assert not [fault for fault in found if isinstance(fault, Exception)]
        game.refresh_from_db()
        assert (game.is_over, game.ply) == (False, 1)
        Heartbeat.objects.all().delete()


@pytest.mark.postgres
def test_the_same_mail_by_poll_and_webhook_at_once_is_one(transactional_db):
    for number in range(ROUNDS):
        game = GameFactory()
        raw, now = write_answer(game, number=number).as_bytes(), timezone.now()
        ways = [
            partial(receiving.receive, Incoming(parsing.parse(raw), now, way, proof=Verdict.PROVEN))
            for way in (Way.MAILBOX, Way.WEBHOOK, Way.WEBHOOK)
        ]
        found = run_together(ways)
        assert set(found) <= {Outcome.DONE, Outcome.IN_HAND}
        assert Outcome.DONE in found
        reply = Reply.objects.get(user=find_mover(game), done_at__isnull=False)
        assert Turn.objects.filter(game=game).count() == 1
        assert Notice.objects.filter(kind="reply_answered", recipient=reply.user).count() == 1

"""What is deleted after its time, and what never is."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from analysis import commands, trees
from competition.models import LadderMember, StandingChallenge
from competition.standing import keeping
from engine import registry
from games import challenges
from games.models import Challenge, Game
from mastery_site.database import pruning
from mastery_site.tasks import prune
from notifications.models import Notice
from tests.factories import ChallengeFactory, StandingFactory

DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now()


def make_session(key: str, *, ends_at) -> None:
    Session.objects.create(session_key=key, session_data="", expire_date=ends_at)


def make_line(user, key: str, *, seen_at) -> None:
    line = UserSession.objects.create(user=user, session_key=key, ip="127.0.0.1", user_agent="Browser")
    UserSession.objects.filter(pk=line.pk).update(last_seen_at=seen_at)


def make_notices(number: int, *, now, **fields) -> None:
    common = {"address": "a@example.org", "kind": "test", "created_at": now - 400 * DAY, "due_at": now - 400 * DAY}
    first = Notice.objects.count()
    Notice.objects.bulk_create(Notice(**common, **fields, dedupe_key=str(first + n)) for n in range(number))


def test_sessions_go_a_day_after_they_ended(db, now):
    make_session("over", ends_at=now - 1.1 * DAY)
    make_session("just over", ends_at=now - 0.9 * DAY)
    make_session("running", ends_at=now + DAY)
    assert pruning.prune(now=now)["sessions"] == 1
    assert {session.pk for session in Session.objects.all()} == {"just over", "running"}


def test_a_line_in_the_list_of_sessions_goes_with_its_session(alice, now):
    make_session("running", ends_at=now + DAY)
    make_line(alice, "running", seen_at=now - 50 * DAY)
    make_line(alice, "gone", seen_at=now - 2 * DAY)
    make_line(alice, "just made", seen_at=now)
    pruning.prune(now=now)
    assert {line.session_key for line in UserSession.objects.all()} == {"running", "just made"}


@pytest.mark.parametrize("state", ["sent", "dropped", "failed"])
def test_notices_go_ninety_days_after_they_were_closed(db, now, state):
    make_notices(1, now=now, state=state, closed_at=now - 91 * DAY)
    make_notices(1, now=now, state=state, closed_at=now - 89 * DAY)
    assert pruning.prune(now=now)["notices"] == 1
    assert Notice.objects.get().closed_at == now - 89 * DAY


def test_a_notice_that_still_waits_is_never_deleted(db, now):
    make_notices(1, now=now)
    assert pruning.prune(now=now)["notices"] == 0


@pytest.mark.parametrize("ending", ["decline", "withdraw", "expire"])
def test_challenges_that_led_to_no_game_go_thirty_days_after_their_end(alice, boris, now, ending):
    made_at = now - 80 * DAY
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris, now=made_at)
    if ending == "decline":
        challenges.decline(challenge.pk, user=boris, now=made_at)
    elif ending == "withdraw":
        challenges.withdraw(challenge.pk, user=alice, now=made_at)
    else:
        challenges.expire_due(made_at + challenges.LASTS)
    closed_at = Challenge.objects.get().closed_at
    assert pruning.prune(now=closed_at + 29.9 * DAY)["challenges"] == 0
    assert pruning.prune(now=closed_at + 30.1 * DAY)["challenges"] == 1


def test_a_challenge_that_waits_or_led_to_a_game_stays_and_so_does_the_game(alice, boris, now):
    waiting = ChallengeFactory(challenger=alice, now=now - 10 * DAY)
    accepted = ChallengeFactory(challenger=alice, now=now - 400 * DAY)
    challenges.accept(accepted.pk, user=boris, now=now - 399 * DAY)
    pruning.prune(now=now)
    assert set(Challenge.objects.all()) == {waiting, accepted}
    assert Game.objects.count() == 1


def test_a_challenge_that_older_code_accepted_stays_though_its_game_does_not_name_it(alice, now):
    accepted = ChallengeFactory(challenger=alice, now=now - 80 * DAY)
    Challenge.objects.filter(pk=accepted.pk).update(status="accepted", closed_at=now - 79 * DAY)
    pruning.prune(now=now)
    assert Challenge.objects.get() == accepted


@pytest.mark.parametrize("led_to_games", [False, True])
def test_a_standing_challenge_without_games_goes_thirty_days_after_it_was_ended(alice, boris, now, led_to_games):
    standing = StandingFactory(owner=alice)
    if led_to_games:
        challenges.accept(standing.challenge_id, user=boris)
    keeping.end(standing.pk, owner=alice, now=now)
    pruning.prune(now=now + 29.9 * DAY)
    assert StandingChallenge.objects.exists()
    pruning.prune(now=now + 30.1 * DAY)
    assert StandingChallenge.objects.exists() == Challenge.objects.exists() == led_to_games


@pytest.mark.parametrize(
    ("fields", "stays"),
    [
        ({}, False),
        ({"rank": 1}, True),
        ({"played_at": 364}, True),
        ({"played_at": 366}, False),
        ({"rejoin_at": 364}, True),
        ({"joined_at": 364}, True),
    ],
)
def test_a_place_on_a_ladder_is_forgotten_a_year_after_it_was_last_used(alice, now, fields, stays):
    ago = {name: now - days * DAY for name, days in fields.items() if name != "rank"}
    terms = {"joined_at": now - 400 * DAY, "rank": fields.get("rank"), **ago}
    LadderMember.objects.create(user=alice, ruleset_slug="mastery", **terms)
    assert pruning.prune(now=now)["ladder places"] == (not stays)
    assert LadderMember.objects.exists() == stays


def test_changes_of_an_analysis_can_be_undone_for_thirty_days(alice, now):
    tree = trees.start(alice, registry.get("mastery").start(), slug="mastery", now=now - 40 * DAY)
    for text, days in (("Pd4-d5", 31), ("Md1-c1", 29)):
        commands.do("play", user=alice, tree_id=tree.pk, at=0, given={"text": text}, now=now - days * DAY)
    assert pruning.prune(now=now)["edits"] == 1
    assert (str(tree.edits.get().undo), tree.nodes.count()) == ("Undo adding Md1-c1", 3)


def test_rows_go_in_batches_each_a_transaction(db, now, django_assert_max_num_queries):
    make_notices(25, now=now, state="sent", closed_at=now - 91 * DAY)
    with django_assert_max_num_queries(60) as asked:
        assert pruning.prune(now=now, batch=10)["notices"] == 25
    assert len([query for query in asked if query["sql"].startswith('DELETE FROM "notifications_notice"')]) == 3


def test_a_run_stops_when_its_time_is_over_and_the_next_goes_on(db, now):
    make_notices(5, now=now, state="sent", closed_at=now - 91 * DAY)
    assert pruning.prune(now=now, lasts=0)["notices"] == 0
    assert pruning.prune(now=now)["notices"] == 5


def test_beat_asks_for_it(db, settings):
    assert prune.name in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    kinds = (
        "sessions",
        "session lines",
        "kept forms",
        "sent forms",
        "allowances",
        "notices",
        "account events",
        "rescues",
    )
    more = ["sent forms", "sightings", "log of moderation", "exports", "guests", "edits", "challenges", "ladder places"]
    more += ["answers by email", "listed turns", "codes of chat apps", "animations"]
    more += ["emails not acted on", "authorities"]
    assert prune.apply().result == dict.fromkeys([*kinds, *more], 0)

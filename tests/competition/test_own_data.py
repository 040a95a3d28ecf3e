"""Standing challenges and ladders in the copy of one’s own data, and when one closes the account."""

import json

import pytest
from django.utils import timezone

from accounts.own_data import closing, exports
from competition.models import LadderGame, LadderMember, StandingChallenge, StandingGame
from engine.contract import Side
from games import challenges, play
from games.models import Challenge, OnTimeRecord
from tests.factories import UserFactory, play_turns
from tests.mails.competition import challenge_on_ladder, line_up, meet, stand

pytestmark = pytest.mark.django_db


def read_copy(user) -> dict:
    return json.loads("".join(exports.write(user, now=timezone.now())))


def test_the_copy_has_each_standing_challenge_with_its_terms(alice):
    standing = stand(alice, presets=("days-7", "days-3"), keep=3)
    Challenge.objects.filter(pk=standing.challenge_id).update(rating_within=200, on_time_least=90)
    StandingChallenge.objects.update(paused="vacation")
    (told,) = read_copy(alice)["standing_challenges"]
    assert told["number"] == standing.pk
    assert told["times"] == ["7 days per turn", "3 days per turn"]
    assert (told["game"], told["vacation_days"], told["rated"]) == ("mastery", 14, True)
    assert told["limits"] == {"rating_within": 200, "on_time_least": 90}
    assert (told["games_to_keep_running"], told["paired_automatically"]) == (3, True)
    assert (told["paused"], told["ended_at"]) == ("on vacation", None)
    assert told["made_at"]
    assert (told["last_opponent"], told["lost_on_time_without_a_visit_at"]) == (None, None)


def test_the_copy_tells_which_games_came_from_which_standing_challenge_of_ones_own(alice, boris):
    mine, theirs = stand(alice), stand(boris)
    met = meet(mine, theirs)
    third = stand(boris, slug="masters")
    play_turns(met, "Md1-c1", "Me8-f8")  # until then each has one opponent
    accepted = challenges.accept(third.challenge_id, user=alice)
    assert read_copy(alice)["games_of_standing_challenges"] == [
        {"game": met.pk, "my_standing_challenge": mine.pk},
        {"game": accepted.pk, "my_standing_challenge": None},
    ]
    assert {each["my_standing_challenge"] for each in read_copy(boris)["games_of_standing_challenges"]} == {
        theirs.pk,
        third.pk,
    }


def test_the_copy_has_places_on_ladders_and_what_ladder_games_moved(alice, boris):
    line_up(UserFactory(), boris, alice)
    game = challenge_on_ladder(boris, alice)
    LadderGame.objects.create(
        game=game, ruleset_slug="mastery", challenger=alice, challenged=boris, started_at=game.started_at
    )
    LadderGame.objects.update(settled_at=timezone.now(), moved_from=3, moved_to=2)
    copy = read_copy(alice)
    assert [(each["game"], each["place"]) for each in copy["ladder_places"]] == [("mastery", 3)]
    (told,) = copy["ladder_games"]
    assert (told["game"], told["challenger__username"], told["challenged__username"]) == (game.pk, "Alice", "Boris")
    assert (told["moved_from"], told["moved_to"], told["left"]) == (3, 2, False)


def test_asking_for_the_end_of_the_account_ends_standing_challenges_for_good(alice):
    standing = stand(alice)
    closing.ask(alice)
    standing.refresh_from_db()
    assert standing.ended_at is not None
    assert standing.challenge.status == Challenge.Status.WITHDRAWN
    closing.stop(alice)
    standing.refresh_from_db()
    assert standing.ended_at is not None


def test_a_closed_account_leaves_the_games_of_others_and_nothing_else(alice, boris):
    mine, theirs = stand(alice), stand(boris)
    game = meet(mine, theirs)
    OnTimeRecord.objects.update_or_create(user=alice, defaults={"kept": 9, "games": 10, "counted_at": timezone.now()})
    closing.ask(alice)
    closing.close_due(now=timezone.now() + closing.WAIT)
    assert list(StandingChallenge.objects.all()) == [theirs]
    found = StandingGame.objects.get(game=game)
    assert {found.standing_id, found.other_standing_id} == {None, theirs.pk}
    assert not LadderMember.objects.filter(user=alice).exists()
    assert not OnTimeRecord.objects.filter(user=alice).exists()
    play.resign(game.pk, side=Side.FIRST)
    assert not StandingGame.objects.get(game=game).running

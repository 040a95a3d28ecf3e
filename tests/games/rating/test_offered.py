"""Which challenges may be rated, and how many rated games two players may start."""

from datetime import timedelta

import pytest

from accounts.conduct import restrictions
from accounts.models import Restriction
from computers.starting import find_computer
from core.refusal import Refusal
from engine import registry
from engine.contract import Side
from games import challenges, clock, play
from games.models import Challenge, Game, Rematch
from games.play import offers
from games.play.rated_pairs import MOST, WITHIN
from tests.factories import ChallengeFactory, GameFactory, play_turns
from tests.games.challenges.conftest import NOON

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
UNLIMITED = clock.Unlimited()


def offer(challenger, opponent, **terms) -> Challenge:
    usual = {"audience": "player", "opponent": opponent, "rated": True, "now": NOON}
    return ChallengeFactory(challenger=challenger, **{**usual, **terms})


def refuse(act, *args, **more) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        act(*args, **more)
    return refusal.value


def start_many(one, other, *, number=MOST, first_at=NOON, slug="mastery") -> list[Game]:
    """Rated games, one a day."""
    return [
        GameFactory(first=one, second=other, rated=True, ruleset_slug=slug, now=first_at + n * DAY)
        for n in range(number)
    ]


@pytest.mark.parametrize("rated", [True, False])
def test_the_game_is_rated_as_the_challenge_was(alice, boris, rated):
    game = challenges.accept(offer(alice, boris, rated=rated).pk, user=boris, now=NOON)
    assert Game.objects.get(pk=game.pk).rated is rated


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"private": True}, "Private games can’t be rated."),
        ({"control": UNLIMITED}, "A rated game needs a time limit."),
        ({"private": True, "audience": "link"}, "Private games can’t be rated."),
        ({"control": UNLIMITED, "audience": "anyone"}, "A rated game needs a time limit."),
        ({"opponent": "computer"}, "Games against computers aren’t rated."),
    ],
)
def test_what_cannot_be_rated_is_refused(alice, boris, terms, said):
    computer = find_computer(registry.get("mastery"), level="newcomer").user
    terms = {name: computer if value == "computer" else value for name, value in terms.items()}
    refusal = refuse(offer, alice, terms.pop("opponent", boris), **terms)
    assert (refusal.sentence, refusal.status) == (said, 422)
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("number", [MOST - 1, MOST])
def test_two_players_start_twelve_rated_games_of_a_ruleset_in_ninety_days(alice, boris, number):
    start_many(alice, boris, number=number)
    at = NOON + 20 * DAY
    if number < MOST:
        assert challenges.accept(offer(alice, boris, now=at).pk, user=boris, now=at).rated
        return
    refusal = refuse(offer, boris, alice, now=at)
    day = f"{(NOON + WITHIN).day} {(NOON + WITHIN):%B}"
    assert refusal.status == 409
    assert refusal.sentence == (
        f"You two have started 12 rated games of Mastery in the last 90 days. Play unrated, or rated again from {day}."
    )


def test_the_limit_holds_when_somebody_accepts(alice, boris):
    challenge = offer(alice, None, audience="anyone")
    start_many(alice, boris)
    at = NOON + 12 * DAY
    assert refuse(challenges.accept, challenge.pk, user=boris, now=at).code == "many_rated"
    assert Challenge.objects.get().is_pending


@pytest.mark.parametrize("change", ["other ruleset", "unrated", "later", "other player"])
def test_the_limit_is_of_the_pair_the_ruleset_and_ninety_days(alice, boris, carol, change):
    start_many(alice, boris)
    terms = {
        "other ruleset": {"ruleset_slug": "masters"},
        "unrated": {"rated": False},
        "later": {"now": NOON + WITHIN},
        "other player": {"opponent": carol},
    }[change]
    assert offer(alice, terms.pop("opponent", boris), **terms).is_pending


def test_games_count_for_the_limit_whatever_became_of_them(alice, boris, admin):
    for game in start_many(alice, boris):
        play.void(game.pk, staff=admin, reason="A mistake", now=game.started_at + DAY)
    assert refuse(offer, alice, boris, now=NOON + 14 * DAY).code == "many_rated"


@pytest.mark.parametrize("barred", ["challenger", "opponent"])
def test_who_is_barred_from_rated_games_starts_none(alice, boris, admin, barred):
    challenge = None if barred == "challenger" else offer(alice, boris)
    person = alice if barred == "challenger" else boris
    kind = Restriction.Kind.BARRED_RATED
    restrictions.impose(person, kind=kind, until=NOON + DAY, reason="Handed points", by=admin, now=NOON)
    if challenge is None:
        assert refuse(offer, alice, boris).code == "barred_rated"
        assert offer(alice, boris, rated=False).is_pending
    else:
        assert refuse(challenges.accept, challenge.pk, user=boris, now=NOON).code == "barred_rated"


def end_with_rematch(game, *, at):
    play_turns(game, "Md1-c1", "Me8-f8", now=at)
    play.resign(game.pk, side=Side.FIRST, now=at)
    offers.propose(game.pk, "rematch", side=Side.FIRST, now=at)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("number", [1, MOST])
def test_a_rematch_beyond_the_limit_is_offered_unrated_and_says_so(alice, boris, client, number):
    game = start_many(alice, boris, number=number)[-1]
    at = game.started_at + DAY
    game = end_with_rematch(game, at=at)
    assert game.offers["rematch"]["unrated"] is (number == MOST)
    client.force_login(boris)
    page = client.get(game.get_absolute_url()).content.decode()
    assert ("which would be unrated" in page) is (number == MOST)
    offers.accept(game.pk, "rematch", side=Side.SECOND, now=at)
    assert Rematch.objects.get(game=game).following.rated is (number < MOST)


def test_the_rematch_of_an_unrated_game_is_unrated(alice, boris):
    game = GameFactory(first=alice, second=boris, now=NOON)
    end_with_rematch(game, at=NOON)
    offers.accept(game.pk, "rematch", side=Side.SECOND, now=NOON)
    assert not Rematch.objects.get(game=game).following.rated

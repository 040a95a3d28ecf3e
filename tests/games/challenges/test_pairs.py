"""A pair of games: two that start when one challenge is accepted, one with each side."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import challenges, clock
from games.models import Game, Rematch, RematchWish
from games.play import offers, resign
from games.play.rated_pairs import MOST
from games.play.rematch_wishes import offer_wished
from notifications.delivery import outbox
from tests.factories import ChallengeFactory, GameFactory
from tests.games.challenges.conftest import NOON, refused
from tests.together import run_together

pytestmark = pytest.mark.django_db
SLUGS = ("mastery", "masters", "master")


@pytest.fixture
def start(offer, boris):
    def accept(**terms) -> list[Game]:
        challenges.accept(offer(pair=True, **terms).pk, user=boris, now=NOON)
        return list(Game.objects.order_by("-pk")[:2][::-1])

    return accept


def names_of(game) -> list[str]:
    return [seat.user.username for seat in game.seats.order_by("side")]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("audience", ["anyone", "player"])
def test_both_start_at_once_one_with_each_side_and_each_names_the_other(start, alice, boris, slug, audience):
    to = {"opponent": boris} if audience == "player" else {}
    one, other = start(ruleset_slug=slug, side="random", audience=audience, rated=True, **to)
    assert sorted(names_of(one)) == ["Alice", "Boris"]
    assert names_of(one) == names_of(other)[::-1]
    assert (one.paired_with, other.paired_with) == (other, one)
    assert one.challenge == other.challenge
    assert [one.rated, other.rated] == [True, True]
    assert (one.started_at, one.opening) == (other.started_at, "")
    assert other.opening == ""


def test_accepting_a_pair_twice_leads_to_the_same_first_game(offer, boris):
    challenge = offer(pair=True)
    first = challenges.accept(challenge.pk, user=boris, now=NOON)
    assert challenges.accept(challenge.pk, user=boris, now=NOON) == first
    assert Game.objects.count() == 2


def test_rated_both_count_for_how_many_two_may_start(offer, alice, boris):
    for _ in range(MOST - 1):
        GameFactory(first=alice, second=boris, rated=True, now=NOON)
    pair, single = ({"audience": "player", "opponent": boris, "rated": True, "pair": pair} for pair in (True, False))
    assert refused(offer, **pair) == "many_rated"
    open_pair = offer(pair=True, rated=True)
    assert refused(challenges.accept, open_pair.pk, user=boris, now=NOON) == "many_rated"
    assert not open_pair.games.exists()
    challenges.accept(offer(**single).pk, user=boris, now=NOON)


@pytest.mark.parametrize("ended", [0, 1])
def test_a_rematch_of_either_is_a_pair_again_and_there_is_one_for_both(start, alice, boris, ended):
    games = start()
    game, other = games[ended], games[1 - ended]
    resign(game.pk, side=Side.FIRST, now=NOON)
    offers.propose(game.pk, "rematch", side=Side.FIRST, now=NOON)
    offers.accept(game.pk, "rematch", side=Side.SECOND, now=NOON)
    following = {row.game_id: row.following for row in Rematch.objects.all()}
    assert set(following) == {game.pk, other.pk}
    assert following[game.pk].paired_with == following[other.pk]
    assert names_of(following[game.pk]) == names_of(game)[::-1]
    assert names_of(following[other.pk]) == names_of(other)[::-1]
    resign(other.pk, side=Side.FIRST, now=NOON)
    assert refused(offers.propose, other.pk, "rematch", side=Side.FIRST, now=NOON) == "rematch_started"
    assert Game.objects.count() == 4


@pytest.mark.parametrize(("before", "rated"), [(MOST - 4, True), (MOST - 3, False)])
def test_both_games_of_a_rematch_are_rated_or_neither(start, alice, boris, before, rated):
    for _ in range(before):
        GameFactory(first=alice, second=boris, rated=True, now=NOON)
    game, _ = start(rated=True)
    resign(game.pk, side=Side.FIRST, now=NOON)
    offers.propose(game.pk, "rematch", side=Side.FIRST, now=NOON)
    offers.accept(game.pk, "rematch", side=Side.SECOND, now=NOON)
    assert list(Game.objects.order_by("-pk").values_list("rated", flat=True)[:2]) == [rated, rated]


def test_who_always_offers_a_rematch_offers_one_for_the_pair_once_both_games_are_over(start, alice, boris):
    RematchWish.objects.create(user=alice, other=boris)
    one, other = start()
    resign(one.pk, side=Side.FIRST, now=NOON)
    assert offer_wished(now=NOON) == 0
    resign(other.pk, side=Side.FIRST, now=NOON + timedelta(minutes=1))
    assert [offer_wished(now=NOON + timedelta(minutes=2)) for _ in range(2)] == [1, 0]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_a_rematch_of_each_game_at_once_one_starts_it(start, alice, boris):
    games = start()
    for game in games:
        resign(game.pk, side=Side.FIRST, now=NOON)
        offers.propose(game.pk, "rematch", side=Side.FIRST, now=NOON)

    def accept(game):
        try:
            offers.accept(game.pk, "rematch", side=Side.SECOND, now=NOON)
        except Refusal as refusal:
            return refusal.code
        return ""

    assert sorted(run_together([lambda game=game: accept(game) for game in games])) == ["", "rematch_started"]
    assert Game.objects.count() == 4
    assert Rematch.objects.count() == 2


def test_the_page_of_each_leads_to_the_other_and_says_who_seated_the_players(client, start):
    one, other = start(ruleset_slug="master", side="random")
    for game, its_pair, said in ((one, other, "Second game of this pair:"), (other, one, "First game of this pair:")):
        page = client.get(game.get_absolute_url()).content.decode()
        assert f'{said} <a href="{its_pair.get_absolute_url()}">' in page
        assert "The site seated the players: no dice were thrown." in page


@pytest.mark.parametrize("slug", SLUGS)
def test_emails_say_that_there_are_two(mailoutbox, settings, alice, boris, slug):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    terms = {"audience": "player", "opponent": boris, "pair": True, "ruleset_slug": slug, "control": clock.Days(3)}
    challenge = ChallengeFactory(challenger=alice, **terms)
    outbox.deliver_due()
    asked = mailoutbox.pop()
    for said in (asked.body, asked.alternatives[0].content):
        said = " ".join(said.split())
        assert "one with each side" in said
        assert ("no dice are thrown" in said) is (slug == "master")
        assert "You would play" not in said
    challenges.accept(challenge.pk, user=boris)
    outbox.deliver_due()
    accepted = next(mail for mail in mailoutbox if "accepted your challenge" in mail.subject)
    for game in challenge.games.all():
        assert game.get_absolute_url() in accepted.body
        assert game.get_absolute_url() in accepted.alternatives[0].content

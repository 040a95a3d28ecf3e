"""Where chance opens a game it decides who plays which side: no side is offered, and both read what was thrown."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from engine import registry
from engine.contract import Side
from games import challenges
from games.forms import ChallengeForm
from games.models import Challenge, Game
from games.telling import opening_of
from notifications.models import Notice
from notifications.wording import challenges as mails
from notifications.wording.games import describe_game, load_game
from tests.factories import GameFactory, UserFactory
from tests.games.challenges.conftest import NOON, refused

FORM = {"audience": "anyone", "pace": "days", "days": "3"}
BY_CHANCE = "random, drawn when the game starts"


@pytest.fixture(params=["master", "masters"])
def slug(request, monkeypatch):
    """MASTER, and a game that opens by chance only here and has no words of its own for it."""
    if request.param == "masters":
        monkeypatch.setattr(type(registry.get("masters")), "opening", lambda self, rng: "a card")
    return request.param


def read(response) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", "", response.content.decode())))


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_side_is_refused(offer, slug, side):
    assert refused(offer, ruleset_slug=slug, side=side) == "no_side"
    assert not Challenge.objects.exists()


def test_the_form_offers_none_and_takes_none(client, alice, slug):
    client.force_login(alice)
    address = f"{reverse('challenge_new')}?ruleset={slug}"
    page = client.get(address)
    assert 'name="side"' not in page.content.decode()
    assert "Sides are random" in read(page)
    assert client.post(address, FORM | {"side": "first"}).status_code == 302
    assert Challenge.objects.get().side == "random"


def test_choosing_another_game_brings_the_sides_back_and_takes_them_away(client, alice, slug):
    client.force_login(alice)
    chosen = FORM | {"side": "second", "switch": "1"}
    assert 'name="side"' in client.post(f"{reverse('challenge_new')}?ruleset=mastery", chosen).content.decode()
    assert 'name="side"' not in client.post(f"{reverse('challenge_new')}?ruleset={slug}", chosen).content.decode()


def test_playing_again_offers_none(client, alice, boris, slug):
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    client.force_login(alice)
    page = client.get(f"{reverse('challenge_new')}?ruleset={slug}&again={game.pk}")
    assert (page.status_code, 'name="side"' in page.content.decode()) == (200, False)


@pytest.fixture
def old_offer(offer, slug):
    """A challenge from before, which promised a side."""
    challenge = offer(ruleset_slug=slug, side="random", now=None)
    Challenge.objects.filter(pk=challenge.pk).update(side="first")
    challenge.refresh_from_db()
    return challenge


def test_neither_page_nor_mail_promises_a_side_that_was_once_chosen(client, old_offer):
    page = read(client.get(old_offer.get_absolute_url()))
    assert (BY_CHANCE in page, "Alice plays" in page) == (True, False)
    context = mails.describe_offer(old_offer)
    for body in ("_offer.txt", "_offer.html"):
        mail = render_to_string(f"notifications/mail/{body}", context)
        assert (BY_CHANCE in mail, "You would play" in mail) == (True, False)


def test_an_old_challenge_with_a_side_seats_by_chance(old_offer, boris):
    game = challenges.accept(old_offer.pk, user=boris)
    assert game.opening


def test_both_sides_are_as_likely_whatever_was_once_chosen(offer, boris):
    firsts = []
    for _ in range(60):
        challenge = offer(challenger=UserFactory(), ruleset_slug="master", side="random", audience="link")
        Challenge.objects.filter(pk=challenge.pk).update(side="first")
        game = challenges.accept(challenge.pk, user=boris, now=NOON)
        firsts.append(game.seats.get(side=Side.FIRST).user_id == boris.pk)
    assert 10 < sum(firsts) < 50  # outside of which it is by chance once in ten million times


def test_everybody_reads_by_name_what_each_threw(client, alice, boris):
    game = GameFactory(ruleset_slug="master", first=alice, second=boris)
    Game.objects.filter(pk=game.pk).update(opening="3-3 5-2")
    red, white = (seat.user.username for seat in game.seats.order_by("side"))
    page = client.get(game.get_absolute_url()).content.decode()
    said = f"Both threw 3. {red} threw 5, {white} threw 2: {red} plays Red and moves first."
    assert page.index('aria-label="Turns"') < page.index(said) < page.index("No turns yet.")
    assert page.count(said) == 1


def test_a_ruleset_without_words_for_it_still_tells_who_plays_what(db, monkeypatch):
    monkeypatch.setattr(type(registry.get("masters")), "opening", lambda self, rng: "a card")
    game = GameFactory(ruleset_slug="masters")
    first, second = (seat.user.username for seat in game.seats.order_by("side"))
    ember, frost = registry.get("masters").sides
    assert opening_of(game) == f"Drawn at random (a card): {first} plays {ember}, {second} plays {frost}."


def test_other_games_offer_their_sides_as_before():
    form = ChallengeForm(ruleset=registry.get("mastery"))
    assert [value for value, _ in form.fields["side"].choices] == ["random", "first", "second"]


def test_the_mails_of_a_game_that_begins_tell_it_to_both(offer, boris, alice):
    game = challenges.accept(offer(ruleset_slug="master", side="random", audience="link", now=None).pk, user=boris)
    for template, recipient in [("challenge_accepted", alice), ("your_turn", boris)]:
        notice = Notice(recipient=recipient, payload={"game": game.pk}, channel="email")
        context = describe_game(load_game(notice), notice, now=NOON)
        for body in ("body.txt", "body.html"):
            assert opening_of(game) in render_to_string(f"notifications/{template}/{body}", context)

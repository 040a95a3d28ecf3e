"""Guests: a visitor plays the computer at once, and is a visitor like any other to everything but that game."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limits import MOST_OF_A_GUEST
from accounts.models import User
from computers import starting, thinking
from computers.models import Computer
from core.refusal import Refusal
from games import guests, play
from games.engine import registry
from games.engine.contract import Side
from games.models import Game, PlayedRuleset, Seat, Turn
from mastery_site import pruning
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


def click(client: Client, slug: str = "mastery", *, level: str = "1", origin: str = "10.0.0.1"):
    return client.post(reverse("play_computer", args=[slug]), {"level": level}, REMOTE_ADDR=origin)


@pytest.fixture
def game(client, asked) -> Game:
    """A game of the guest of `client`, who is to move."""
    click(client)
    game = Game.objects.get()
    thinking.think(game.pk)
    game.refresh_from_db()
    return game


def guest_of(game: Game) -> User:
    return User.objects.get(is_guest=True, seats__game=game)


def submit(client: Client, game: Game):
    turn = {"text": game.position.legal_moves()[0], "revision": game.revision, "ply": game.ply, "key": "a"}
    return client.post(reverse("play_move", args=[game.pk]), turn)


def log_in(client: Client, person: User):
    """By the page, for only a request brings a cookie along."""
    person.set_password("a quiet evening with a board")
    person.save()
    form = {"login": person.username, "password": "a quiet evening with a board"}
    return client.post(reverse("account_login"), form, follow=True)


# --- One click ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_one_click_leads_a_visitor_to_a_board_to_play_on(client, asked, slug):
    answer = click(client, slug)
    game = Game.objects.get()
    assert (answer.url, game.private) == (game.get_absolute_url(), True)
    thinking.think(game.pk)
    game.refresh_from_db()
    page = client.get(answer.url).content.decode()
    assert "Your turn." in page
    assert "You’re playing as a guest" in page
    assert guest_of(game).username not in page
    assert submit(client, game).url == game.get_absolute_url()
    page = client.get(answer.url).content.decode()
    assert "The computer is thinking." in page
    assert " data-soon" in page
    thinking.think(game.pk)
    state = client.get(reverse("game_state", args=[game.pk]), {"revision": game.revision})
    assert "Your turn." in state.content.decode()
    assert Turn.objects.filter(game=game).count() >= 2
    assert not Session.objects.exists()


@pytest.mark.parametrize("page", ["/", "/rules/mastery/", "/learn/mastery/{last}/?turn={turn}"])
def test_the_button_is_where_a_visitor_looks_for_it(client, page, db):
    from games import lessons

    task = lessons.find("mastery").tasks[-1]
    position = registry.get("mastery").read(task.position)
    turn = next(move for move in position.legal_moves() if task.is_solved_by(move))
    answer = client.get(page.format(last=task.name, turn=turn))
    assert 'action="/computers/mastery/play/"' in answer.content.decode()
    assert not Session.objects.exists()
    assert not User.objects.exists()


def test_the_front_page_leads_back_to_the_board_and_costs_others_no_query(client, game, django_assert_num_queries):
    assert game.get_absolute_url() in client.get("/").content.decode()
    client.cookies.clear()
    with django_assert_num_queries(2):
        assert game.get_absolute_url() not in client.get("/").content.decode()


def test_the_sign_up_page_says_how_much_will_be_kept_in_two_queries(client, game, django_assert_num_queries):
    page, said = reverse("account_signup"), "against the computer will be kept on your account"
    Client().get(page)  # fills the caches that all visitors share
    with django_assert_num_queries(2):
        answer = client.get(page)
    assert f"Your game {said}" in answer.content.decode()
    assert answer.headers["Cache-Control"] == "private, no-store"
    click(client)
    with django_assert_num_queries(2):
        assert f"Your 2 games {said}" in client.get(page).content.decode()
    assert f"Your 2 games {said}" in client.post(page, {"username": "Dora"}).content.decode()
    client.cookies.clear()
    with django_assert_num_queries(0):
        assert said not in client.get(page).content.decode()


def test_the_hardest_level_is_for_members(client, asked):
    hardest = len(starting.list_levels(registry.get("mastery")))
    assert click(client, level=str(hardest)).url == "/rules/mastery/"
    assert not Game.objects.exists()


def test_a_guest_can_resign_and_is_shown_how_to_play_again(client, game):
    client.post(reverse("resign", args=[game.pk]))
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Play again?" in page
    assert 'action="/computers/mastery/play/"' in page


@pytest.mark.parametrize("level", ["1", "3"])
def test_a_guest_plays_again_at_the_same_level(client, asked, level):
    game = Game.objects.get(pk=click(client, level=level).url.split("/")[2])
    client.post(reverse("resign", args=[game.pk]))
    page = client.get(game.get_absolute_url()).content.decode()
    assert re.findall(r'<option value="(\d)" selected', page) == [level]


@pytest.mark.parametrize("kind", ["takeback", "draw", "cancel"])
def test_a_guest_offers_what_a_player_may_and_the_computer_answers(client, game, kind, monkeypatch):
    monkeypatch.setattr(thinking.playing, "takes_draw", lambda *_, **__: True)
    if kind == "takeback":
        submit(client, game)
        thinking.think(game.pk)
        game.refresh_from_db()
    plies = game.ply
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'name="kind" value="{kind}"' in page
    client.post(reverse("make_offer", args=[game.pk]), {"kind": kind, "revision": game.revision})
    assert "Withdraw" in client.get(game.get_absolute_url()).content.decode()
    thinking.think(game.pk)
    assert guest_of(game).username not in client.get(f"{game.get_absolute_url()}?turns=all").content.decode()
    game.refresh_from_db()
    assert (game.ply, game.is_over) == ((plies - 2, False) if kind == "takeback" else (plies, True))
    assert not Notice.objects.exists()


def test_a_guest_answers_the_draw_that_the_computer_offers(client, game):
    play.offers.propose(game.pk, "draw", side=Side(game.side_to_move).other)
    game.refresh_from_db()
    assert "You’re offered a draw." in client.get(game.get_absolute_url()).content.decode()
    answer = {"answer": "accept", "revision": game.revision}
    client.post(reverse("answer_offer", args=[game.pk, "draw"]), answer)
    assert Game.objects.get().is_draw


def test_another_game_is_begun_by_its_own_button_and_limit_and_not_as_a_rematch(client, game):
    play.resign(game.pk, side=Side(game.side_to_move))
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Offer a rematch" not in page
    game.refresh_from_db()
    answer = client.post(reverse("make_offer", args=[game.pk]), {"kind": "rematch", "revision": game.revision})
    assert answer.status_code == 403
    assert "A rematch is for people with an account." in answer.content.decode()


# --- Limits ------------------------------------------------------------------------------------------------------
def test_so_many_at_once_in_a_browser_and_from_an_address(client, asked):
    for _ in range(MOST_OF_A_GUEST + 1):
        click(client)
    assert (Game.objects.count(), User.objects.filter(is_guest=True).count()) == (MOST_OF_A_GUEST, 1)
    answers = [click(Client()).status_code for _ in range(10)]
    assert answers == [302] * 9 + [429]
    assert click(Client(), origin="10.0.0.2").status_code == 302
    assert User.objects.filter(is_guest=True).count() == 11


def test_whoever_has_enough_games_is_led_to_where_they_are(client, asked):
    for _ in range(MOST_OF_A_GUEST):
        click(client)
    answer = client.post(reverse("play_computer", args=["mastery"]), {"level": "1"}, follow=True)
    page = answer.content.decode()
    assert "Finish or resign one of them first, or sign up." in page
    for game in Game.objects.all():
        assert f'href="{game.get_absolute_url()}"' in page


def test_there_is_room_for_so_many_guests_alone(client, asked, monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    click(client)
    with pytest.raises(Refusal, match="Sign up"):
        starting.start_as_guest(None, slug="mastery", level=1, origin="x")
    assert (Game.objects.count(), User.objects.filter(is_guest=True).count()) == (1, 1)


# --- Nobody else's business --------------------------------------------------------------------------------------
def test_nobody_else_can_see_the_game_or_the_guest(client, game, alice):
    guest = guest_of(game)
    others = Client()
    others.force_login(alice)
    for browser in (Client(), others):
        assert browser.get(game.get_absolute_url()).status_code in (302, 404)
        assert guest.username not in browser.get(f"/people/{guest.username}/").content.decode().replace("%20", " ")
        for page in ("/", "/games/", "/people/", "/people/?name=guest", "/people/Mastery-level-1/"):
            text = browser.get(page).content.decode()
            assert guest.username not in text, page
            assert f'"{game.get_absolute_url()}"' not in text, page
    assert not PlayedRuleset.objects.exists()
    assert not Notice.objects.exists()


def test_nobody_can_take_the_name_of_a_guest_log_in_as_one_or_write_to_one(client, game, alice):
    guest = guest_of(game)
    assert not guest.has_usable_password()
    words = {"email": "dora@example.org", "password1": "a quiet evening with a board"}
    for name in (guest.username, guest.username.replace(" ", "-"), guest.username.replace(" ", "")):
        Client().post(reverse("account_signup"), {"username": name, **words})
        assert not User.objects.filter(look=guest.look).exclude(pk=guest.pk).exists()
    others = Client()
    others.post(reverse("account_login"), {"login": guest.username, "password": ""})
    others.post(reverse("account_reset_password"), {"email": guest.email})
    others.force_login(alice)
    form = {"ruleset": "mastery", "audience": "player", "opponent": guest.username, "control": "days", "days": "3"}
    others.post(reverse("challenge_new"), form)
    assert not Notice.objects.filter(recipient=guest).exists()
    assert not Notice.objects.filter(address=guest.email).exists()


@pytest.mark.parametrize("forge", [lambda value: value[:-1] + "x", lambda value: value.split(":")[0], lambda _: ""])
def test_a_cookie_that_the_site_did_not_sign_is_nobodys(client, game, forge):
    client.cookies[guests.COOKIE] = forge(client.cookies[guests.COOKIE].value)
    assert client.get(game.get_absolute_url()).status_code == 404
    assert submit(client, game).status_code == 302
    assert Turn.objects.filter(game=game, side=game.side_to_move).count() == game.ply // 2


def test_a_cookie_signed_under_the_key_of_before_stays_good_and_is_signed_anew(client, game, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 60
    assert submit(client, game).url == game.get_absolute_url()
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(game.get_absolute_url()).status_code == 200


def test_the_cookie_is_the_browsers_alone(client, game):
    cookie = client.cookies[guests.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert client.get("/").headers["Cache-Control"] == "private, no-store"


# --- Kept and deleted --------------------------------------------------------------------------------------------
def test_whoever_logs_in_in_the_same_browser_keeps_the_game(client, game, alice):
    told = log_in(client, alice).content.decode()
    assert "Your game against the computer is now kept on your account." in told
    assert Seat.objects.filter(game=game, user=alice).exists()
    assert not User.objects.filter(is_guest=True).exists()
    assert submit(client, game).url == game.get_absolute_url()
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You’re playing as a guest" not in page
    assert game.get_absolute_url() in client.get("/").content.decode()


def test_somebody_who_logs_in_later_with_the_same_cookie_gets_nothing(client, game, alice, boris):
    cookie = client.cookies[guests.COOKIE].value
    log_in(client, alice)
    second = Client()
    second.cookies[guests.COOKIE] = cookie
    log_in(second, boris)
    assert not Seat.objects.filter(user=boris).exists()


def test_what_goes_on_beyond_the_limit_stays_with_the_guest(client, game, alice, monkeypatch):
    monkeypatch.setattr("games.play.guests.MOST_AGAINST_COMPUTERS", 1)
    starting.start(alice, slug="masters", level=1)
    assert play.hand_over(guest_of(game).pk, user=alice) == 0
    play.resign(game.pk, side=Side(game.side_to_move))
    assert play.hand_over(guest_of(game).pk, user=alice) == 1


def test_guests_go_thirty_days_after_the_last_turn_with_their_games(client, game, alice, boris):
    other = GameFactory(first=alice, second=boris)
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.filter(is_guest=True).update(date_joined=long_ago)
    assert pruning.prune()["guests"] == 0
    Game.objects.update(turn_started_at=long_ago)
    assert pruning.prune()["guests"] == 1
    assert [each.pk for each in Game.objects.all()] == [other.pk]
    assert not User.objects.filter(is_guest=True).exists()
    assert Computer.objects.exists()


def test_a_game_that_staff_decided_about_is_kept_and_holds_up_no_other(client, game, asked):
    click(Client())
    admin = UserFactory(username="Ada", is_staff=True, is_superuser=True)
    play.void(game.pk, staff=admin, reason="A mistake of ours")
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.filter(is_guest=True).update(date_joined=long_ago)
    Game.objects.update(turn_started_at=long_ago)
    assert pruning.prune()["guests"] == 1
    assert [each.pk for each in Game.objects.all()] == [game.pk]

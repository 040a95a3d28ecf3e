"""Asking the opponent for more time, a pause or a takeback through the page of the game."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games import clock, play
from games.engine.contract import Side
from games.models import Game
from tests.factories import GameFactory, play_turns

DARK, LIGHT = Side.FIRST, Side.SECOND
NAMES = ["offer_time", "answer_time", "offer_pause", "answer_pause", "offer_takeback", "answer_takeback"]


@pytest.fixture
def game(alice, boris):
    """Alice has played and waits for Boris."""
    return GameFactory(first=alice, second=boris, turns=("Md1-c1",))


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def read(client, game) -> str:
    return client.get(game.get_absolute_url()).content.decode()


def card(page: str) -> str:
    """What the page says in the part for offers."""
    return page.split('id="offers"')[1].split("</section>")[0]


def send(client, name, game, **fields):
    game.refresh_from_db()
    return client.post(reverse(name, args=[game.pk]), {"revision": game.revision, **fields})


def day_ahead(days: int, *, zone) -> str:
    return (timezone.localdate(timezone=zone) + timedelta(days=days)).isoformat()


@pytest.mark.parametrize(("name", "typed"), [("offer_time", {"days": "11"}), ("offer_pause", {"until": "2031-02-03"})])
def test_what_was_filled_in_while_logged_out_stands_there_after_the_log_in(client, game, alice, name, typed):
    assert send(client, name, game, **typed).status_code == 302
    client.force_login(alice)
    (value,) = typed.values()
    shown = card(read(client, game))
    assert f'value="{value}"' in shown
    assert "<details open>" in shown
    game.refresh_from_db()
    assert game.offers == {}
    assert f'value="{value}"' not in card(read(client, game)), "once"


def test_more_time_is_offered_and_accepted(client, as_alice, game, boris):
    before = game.deadline_at
    assert send(as_alice, "offer_time", game, days="3").url == game.get_absolute_url()
    assert "You have offered more time for this turn: 3 days." in card(read(as_alice, game))
    client.force_login(boris)
    page = read(client, game)
    assert "Your opponent offers more time for this turn: 3 days." in card(page)
    assert "More time offered below." in page
    send(client, "answer_time", game, answer="accept")
    game.refresh_from_db()
    assert game.deadline_at == before + timedelta(days=3)


def test_a_pause_lasts_until_the_day_begins_where_the_one_who_offers_it_lives(as_alice, game, alice):
    send(as_alice, "offer_pause", game, until=day_ahead(20, zone=alice.zone))
    game.refresh_from_db()
    until = datetime.fromisoformat(game.offers["pause"]["until"]).astimezone(alice.zone)
    assert (until.date().isoformat(), until.hour) == (day_ahead(20, zone=alice.zone), 0)


def test_a_pause_is_shown_and_ended_before_its_day(client, as_alice, game, alice, boris):
    send(as_alice, "offer_pause", game, until=day_ahead(20, zone=alice.zone))
    client.force_login(boris)
    send(client, "answer_pause", game, answer="accept")
    assert "both clocks stand until" in card(read(client, game))
    send(client, "offer_pause", game, end="1")
    client.force_login(alice)
    assert "Your opponent offers to end the pause now." in card(read(client, game))
    send(client, "answer_pause", game, end="1", answer="accept")
    assert "both clocks stand" not in card(read(client, game))


def test_a_turn_is_taken_back_and_staged_anew(client, as_alice, game, alice, boris):
    send(as_alice, "offer_takeback", game)
    client.force_login(boris)
    assert "Takeback asked for below." in read(client, game)
    send(client, "answer_takeback", game, answer="accept")
    client.force_login(alice)
    page = read(client, game)
    assert 'id="turn"' in page
    assert "Md1-c1" not in page.split('class="turns-scroll"')[-1].split("</section>")[0]


@pytest.mark.parametrize(("offer", "fields"), [("time", {"days": "3"}), ("pause", {"until": "soon"}), ("takeback", {})])
def test_one_s_own_offer_is_withdrawn_and_then_answered_no_more(client, as_alice, game, boris, offer, fields):
    if offer == "pause":
        fields = {"until": day_ahead(9, zone=UTC)}
    send(as_alice, f"offer_{offer}", game, **fields)
    assert 'value="withdraw"' in card(read(as_alice, game))
    client.force_login(boris)
    assert 'value="withdraw"' not in card(read(client, game))
    assert send(client, f"answer_{offer}", game, answer="withdraw").status_code == 409, "it is not his"
    client.force_login(game.seats.get(side=DARK).user)
    before = game.deadline_at
    assert send(client, f"answer_{offer}", game, answer="withdraw").status_code == 302
    assert "Your offer is withdrawn." in read(client, game)
    client.force_login(boris)
    assert send(client, f"answer_{offer}", game, answer="accept").status_code == 409
    game.refresh_from_db()
    assert (game.ply, game.deadline_at) == (1, before)


def test_the_end_of_a_pause_is_withdrawn_too(client, as_alice, game, boris):
    now = timezone.now()
    play.offer_pause(game.pk, side=DARK, until=now + timedelta(days=9))
    play.accept_pause(game.pk, side=LIGHT)
    send(as_alice, "offer_pause", game, end="1")
    send(as_alice, "answer_pause", game, end="1", answer="withdraw")
    game.refresh_from_db()
    assert game.offers == {"declined": ["resume"]}


@pytest.mark.parametrize("answer", ["decline", "", "yes", "Accept"])
@pytest.mark.parametrize(("offer", "fields"), [("time", {"days": "3"}), ("pause", {"until": "soon"}), ("takeback", {})])
def test_any_other_answer_declines_and_the_one_who_asked_reads_it(client, as_alice, game, boris, offer, fields, answer):
    if offer == "pause":
        fields = {"until": day_ahead(9, zone=UTC)}
    send(as_alice, f"offer_{offer}", game, **fields)
    page = read(as_alice, game)
    client.force_login(boris)
    send(client, f"answer_{offer}", game, answer=answer)
    client.force_login(game.seats.get(side=DARK).user)
    assert "declined" in card(read(client, game))
    assert "declined" not in card(page)


@pytest.mark.parametrize("days", ["", "0", "15", "-3", "3.5", "three", "²", "9" * 50, "1e1", "\0"])
def test_a_number_of_days_that_is_none_is_refused_and_kept(as_alice, game, days):
    answer = send(as_alice, "offer_time", game, days=days)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Please offer 1 to 14 whole days." in page.split('role="alert"')[1].split("</div>")[0]
    assert f'value="{days}"' in card(page) or days in ("", "\0")


@pytest.mark.parametrize("until", ["", "tomorrow", "2001-01-01", "9999-12-31", "0001-01-01", "2027-02-30", "\0"])
def test_a_day_that_is_none_or_too_far_is_refused_and_kept(as_alice, game, until):
    answer = send(as_alice, "offer_pause", game, until=until)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "90 days ahead at most" in page.split('role="alert"')[1].split("</div>")[0]
    assert f'value="{until}"' in card(page) or until == "\0"


def test_who_was_refused_finds_the_form_open(as_alice, game):
    assert "<details open><summary>Offer more time" in card(
        send(as_alice, "offer_time", game, days="99").content.decode()
    )
    assert "<details open>" not in card(read(as_alice, game))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_that_is_out_of_date_decides_nothing(as_alice, game, name):
    answer = as_alice.post(reverse(name, args=[game.pk]), {"revision": "0", "days": "3", "answer": "accept"})
    assert answer.status_code in (409, 422)
    assert Game.objects.get(pk=game.pk).revision == game.revision


@pytest.mark.parametrize("name", NAMES)
def test_only_the_two_players_ask_and_only_by_post(client, game, carol, name):
    address = reverse(name, args=[game.pk])
    client.force_login(carol)
    assert client.post(address).status_code == 403
    assert client.get(address).url == game.get_absolute_url()
    client.logout()
    assert client.post(address).url.startswith("/account/login/")


def test_spectators_and_earlier_positions_have_no_such_part(client, game, carol, alice):
    for address, user in ((game.get_absolute_url(), carol), (reverse("game_at", args=[game.pk, 0]), alice)):
        client.force_login(user)
        assert 'id="offers"' not in client.get(address).content.decode()


def test_without_a_limit_only_a_takeback_is_to_be_had(client, alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), turns=("Md1-c1",))
    client.force_login(alice)
    assert "Ask to take your turn back" in card(read(client, game))
    client.force_login(boris)
    assert "There is nothing to ask now" in card(read(client, game))


def test_what_stands_does_not_move_what_stood_above_it(client, as_alice, game, boris):
    """Confirm and Resign come before all offers on the page, so that no offer that arrives pushes them."""
    play_turns(game, "Mc8-b8", "Mc1-d1")
    send(as_alice, "offer_time", game, days="3")
    play.offer_takeback(game.pk, side=DARK)
    client.force_login(boris)
    page = read(client, game)
    places = [page.index(part) for part in ('id="confirm"', "Resign this game", 'id="offers"', 'id="chat"')]
    assert places == sorted(places)

"""Offering the opponent a draw, a takeback, more time, a pause or its end through the page of the game."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import clock, play
from games.models import Game
from games.play.offers import registry
from tests.factories import GameFactory, play_turns
from tests.marks import marked
from tests.rows import each_row

DARK, LIGHT = Side.FIRST, Side.SECOND
CANCEL = "Ask to cancel the game"
KINDS = [kind.name for kind in registry.OFFERS.all() if not kind.after_end]
OFFERED = [kind for kind in KINDS if kind != "resume"]
"""What Alice may offer in the game: it is not paused."""


@pytest.fixture
def game(alice, boris):
    """Alice has played and waits for Boris."""
    return GameFactory(first=alice, second=boris, turns=("Md1-c1",))


def read(client, game) -> str:
    return client.get(game.get_absolute_url()).content.decode()


def card(page: str) -> str:
    """What the page says of offers: of those that stand, beside the board, and of those that may be made."""
    parts = (part for name in ("offers", "ask") for part in page.split(f'id="{name}"')[1:2])
    return "".join(part.split("</section>")[0] for part in parts)


def make(client, kind, game, **fields):
    game.refresh_from_db()
    sent = {"revision": game.revision, "kind": kind, **fields}
    return client.post(reverse("make_offer", args=[game.pk]), sent)


def reply(client, kind, game, answer):
    game.refresh_from_db()
    return client.post(reverse("answer_offer", args=[game.pk, kind]), {"revision": game.revision, "answer": answer})


def day_ahead(days: int, *, zone) -> str:
    return (timezone.localdate(timezone=zone) + timedelta(days=days)).isoformat()


@pytest.mark.parametrize(("kind", "typed"), [("more_time", {"days": "11"}), ("pause", {"until": "2031-02-03"})])
def test_an_offer_filled_in_while_logged_out_is_on_the_page_after_the_log_in(client, game, alice, kind, typed):
    assert make(client, kind, game, **typed, **marked(alice)).status_code == 302
    client.force_login(alice)
    (value,) = typed.values()
    shown = card(read(client, game))
    assert f'value="{value}"' in shown
    assert "<details open>" in shown
    game.refresh_from_db()
    assert game.offers == {}
    assert f'value="{value}"' not in card(read(client, game)), "once"


def test_a_draw_is_offered_and_accepted(client, as_alice, game, boris):
    make(as_alice, "draw", game)
    assert "Draw offered." in card(read(as_alice, game))
    client.force_login(boris)
    page = read(client, game)
    assert "Your opponent offers a draw." in card(page)
    assert "You’re offered a draw." in page
    reply(client, "draw", game, "accept")
    game.refresh_from_db()
    assert game.is_draw
    assert "drawn by agreement" in read(client, game)


def test_an_answer_to_no_offer_is_refused(as_alice, game):
    answer = reply(as_alice, "draw", game, "accept")
    assert answer.status_code == 409
    assert "There is no offer of a draw to answer" in answer.content.decode()


def test_more_time_is_offered_and_accepted(client, as_alice, game, boris):
    before = game.deadline_at
    assert make(as_alice, "more_time", game, days="3").url == game.get_absolute_url()
    assert "You have offered more time for this turn: 3 days." in card(read(as_alice, game))
    client.force_login(boris)
    page = read(client, game)
    assert "Your opponent offers more time for this turn: 3 days." in card(page)
    assert "You’re offered more time." in page
    reply(client, "more_time", game, "accept")
    game.refresh_from_db()
    assert game.deadline_at == before + timedelta(days=3)


def test_a_pause_lasts_until_the_day_begins_where_the_one_who_offers_it_lives(as_alice, game, alice):
    day = day_ahead(20, zone=alice.zone)
    make(as_alice, "pause", game, until=day)
    game.refresh_from_db()
    until = datetime.fromisoformat(game.offers["pause"]["until"]).astimezone(alice.zone)
    assert (until.date().isoformat(), until.hour) == (day, 0)


def test_the_end_of_a_pause_that_is_offered_is_told_in_the_readers_zone(client, as_alice, game, alice, boris):
    make(as_alice, "pause", game, until=day_ahead(20, zone=alice.zone))
    game.refresh_from_db()
    client.force_login(boris)
    local = datetime.fromisoformat(game.offers["pause"]["until"]).astimezone(boris.zone)
    told = f'<time datetime="{local.isoformat()}">{local:%a} {local.day} {local:%b, %H:%M %Z}</time>'
    assert f"Your opponent offers a pause until {told}." in card(read(client, game))


def test_a_pause_is_shown_and_ended_before_its_day(client, as_alice, game, alice, boris):
    make(as_alice, "pause", game, until=day_ahead(20, zone=alice.zone))
    client.force_login(boris)
    reply(client, "pause", game, "accept")
    assert "both clocks are stopped until" in card(read(client, game))
    make(client, "resume", game)
    client.force_login(alice)
    assert "Your opponent offers to end the pause now." in card(read(client, game))
    reply(client, "resume", game, "accept")
    assert "both clocks are stopped" not in card(read(client, game))


def test_a_turn_is_taken_back_and_staged_anew(client, as_alice, game, alice, boris):
    make(as_alice, "takeback", game)
    client.force_login(boris)
    assert "You’re asked for a takeback." in read(client, game)
    reply(client, "takeback", game, "accept")
    client.force_login(alice)
    page = read(client, game)
    assert 'id="turn"' in page
    assert "Md1-c1" not in page.split('class="turns-scroll"')[-1].split("</section>")[0]


@pytest.fixture
def fields():
    """What is filled in, by kind of offer, where it has anything to fill in."""
    return {"more_time": {"days": "3"}, "pause": {"until": day_ahead(9, zone=UTC)}}


@pytest.mark.parametrize("kind", OFFERED)
def test_a_player_withdraws_their_own_offer_and_it_can_no_longer_be_answered(
    client, as_alice, game, boris, kind, fields
):
    make(as_alice, kind, game, **fields.get(kind, {}))
    assert 'value="withdraw"' in card(read(as_alice, game))
    client.force_login(boris)
    assert 'value="withdraw"' not in card(read(client, game))
    assert reply(client, kind, game, "withdraw").status_code == 409, "it is not his"
    client.force_login(game.seats.get(side=DARK).user)
    before = game.deadline_at
    assert reply(client, kind, game, "withdraw").status_code == 302
    page = read(client, game)
    assert str(registry.get(kind).has_withdrawn()) in page
    assert str(registry.get(kind).i_withdrew()) in card(page)
    client.force_login(boris)
    if kind != "takeback":  # he has no turn to take back, and so no such part
        assert str(registry.get(kind).they_withdrew()) in card(read(client, game))
    assert reply(client, kind, game, "accept").status_code == 409
    game.refresh_from_db()
    assert (game.is_over, game.ply, game.deadline_at) == (False, 1, before)


def test_the_end_of_a_pause_is_withdrawn_too(client, as_alice, game, boris):
    now = timezone.now()
    play.offers.propose(game.pk, "pause", side=DARK, until=now + timedelta(days=9))
    play.offers.accept(game.pk, "pause", side=LIGHT)
    make(as_alice, "resume", game)
    reply(as_alice, "resume", game, "withdraw")
    game.refresh_from_db()
    assert game.offers == {"declined": {"resume": {"side": DARK, "deed": "withdrawn"}}}


@pytest.mark.parametrize("answer", ["decline", "", "yes", "Accept"])
@pytest.mark.parametrize("kind", OFFERED)
def test_any_other_answer_declines_and_the_one_who_asked_reads_it(client, as_alice, game, boris, kind, fields, answer):
    make(as_alice, kind, game, **fields.get(kind, {}))
    page = read(as_alice, game)
    client.force_login(boris)
    reply(client, kind, game, answer)
    game.refresh_from_db()
    assert (game.is_over, [*game.offers["declined"]], kind in game.offers) == (False, [kind], False)
    if kind != "takeback":
        assert str(registry.get(kind).i_declined()) in card(read(client, game))
    client.force_login(game.seats.get(side=DARK).user)
    after = read(client, game)
    assert str(registry.get(kind).they_declined()) in card(after)
    assert 'id="offers"' not in after  # beside the board stands only what can be answered
    assert "declined" not in card(page)


@pytest.mark.parametrize("days", ["", "0", "15", "-3", "3.5", "three", "²", "9" * 50, "1e1", "\0"])
def test_days_that_are_no_number_are_refused_and_kept_in_the_field(as_alice, game, days):
    answer = make(as_alice, "more_time", game, days=days)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose between 1 and 14 days." in page.split('role="alert"')[1].split("</div>")[0]
    assert f'value="{days}"' in card(page) or days in ("", "\0")


@pytest.mark.parametrize("until", ["", "tomorrow", "2001-01-01", "9999-12-31", "0001-01-01", "2027-02-30", "\0"])
def test_an_invalid_or_too_distant_day_is_refused_and_kept_in_the_field(as_alice, game, until):
    answer = make(as_alice, "pause", game, until=until)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "no more than 90 days ahead" in page.split('role="alert"')[1].split("</div>")[0]
    assert f'value="{until}"' in card(page) or until == "\0"


def test_after_a_refusal_the_form_is_open(as_alice, game):
    assert "<details open><summary>Offer more time" in card(
        make(as_alice, "more_time", game, days="99").content.decode()
    )
    assert "<details open>" not in card(read(as_alice, game))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("address", ["make_offer", "answer_offer"])
def test_a_page_that_is_out_of_date_decides_nothing(as_alice, game, kind, address):
    path = reverse(address, args=[game.pk, kind][: 1 + (address == "answer_offer")])
    answer = as_alice.post(path, {"kind": kind, "revision": "0", "days": "3", "answer": "accept"})
    assert answer.status_code in (409, 422)
    assert Game.objects.get(pk=game.pk).revision == game.revision


@pytest.mark.parametrize("part", ["offers/", *(f"offers/{kind}/" for kind in KINDS)])
def test_only_the_two_players_ask_and_only_by_post(client, game, carol, part):
    address = f"{game.get_absolute_url()}{part}"
    client.force_login(carol)
    assert client.post(address).status_code == 403
    assert client.get(address).url == game.get_absolute_url()
    assert client.put(address).status_code == 405
    client.logout()
    assert client.post(address).url == f"/account/login/?next={game.get_absolute_url()}"


@each_row("kind", ["", "declined", "Draw", "side", "contract", "__init__", "..", "\0", "x" * 3000])
def test_an_unknown_kind_of_offer_is_refused(as_alice, game, kind):
    answers = [make(as_alice, kind, game)]
    if kind.replace("_", "").isalpha():
        answers.append(reply(as_alice, kind, game, "accept"))
    for answer in answers:
        assert answer.status_code == 404
        assert "You can’t offer that here." in answer.content.decode()
    assert Game.objects.get(pk=game.pk).revision == game.revision


def test_spectators_and_earlier_positions_have_no_such_part(client, game, carol, alice):
    for address, user in ((game.get_absolute_url(), carol), (reverse("game_at", args=[game.pk, 0]), alice)):
        client.force_login(user)
        assert card(client.get(address).content.decode()) == ""


def test_without_a_limit_there_is_no_clock_to_agree_about(client, alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), turns=("Md1-c1",))
    for user, labels in (
        (alice, ["Offer a draw", CANCEL, "Ask to take your turn back"]),
        (boris, ["Offer a draw", CANCEL]),
    ):
        client.force_login(user)
        assert re.findall("<summary>(.*)…</summary>", card(read(client, game))) == labels


def test_offers_to_answer_come_first_beside_the_board_then_chat_then_resigning(client, as_alice, game, boris):
    """No offer that arrives pushes Confirm, for it comes first."""
    play_turns(game, "Mc8-b8", "Mc1-d1")
    make(as_alice, "more_time", game, days="3")
    play.offers.propose(game.pk, "takeback", side=DARK)
    client.force_login(boris)
    page = read(client, game)
    parts = ('id="confirm"', 'id="offers"', 'class="turns"', 'id="chat"', 'id="ask"', "Resign")
    places = [page.index(part) for part in parts]
    assert places == sorted(places)

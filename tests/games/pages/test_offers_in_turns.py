"""What players did about offers leaves a line in their list of turns, where it was done; others read none of it."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import OfferRecord
from games.play import offers
from tests.factories import GameFactory, play_turns

DARK, LIGHT = Side.FIRST, Side.SECOND


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=("Md1-c1",))


@pytest.fixture
def read(client, game, alice):
    """Each line of the list of turns in order, as somebody reads it."""

    def read(user=alice, part: str = "") -> list[str]:
        client.force_login(user)
        page = client.get(game.get_absolute_url() + part).content.decode()
        listed = page.split('class="turns-scroll"')[1].split("</section>")[0]
        return re.findall(r'<p(?: class="muted small")?>([^<]*)</p>|notation"[^>]*>([^<]*)<', listed)

    return lambda *told, **more: [line or turn for line, turn in read(*told, **more)]


def test_a_draw_that_was_offered_and_declined(read, game, alice, boris):
    offers.propose(game.pk, "draw", side=DARK)
    offers.decline(game.pk, "draw", side=LIGHT)
    for user in (alice, boris):
        assert read(user) == ["Md1-c1", "Alice offered a draw.", "Boris declined the offer of a draw."]


def test_an_offer_that_was_withdrawn_and_one_that_was_accepted(read, game):
    offers.propose(game.pk, "draw", side=DARK)
    offers.withdraw(game.pk, "draw", side=DARK)
    play_turns(game, "Mc8-b8")
    offers.propose(game.pk, "draw", side=LIGHT)
    offers.accept(game.pk, "draw", side=DARK)
    assert read() == [
        "Md1-c1",
        "Alice offered a draw.",
        "Alice withdrew the offer of a draw.",
        "Mc8-b8",
        "Boris offered a draw.",
        "Alice accepted the offer of a draw.",
    ]


def test_an_offer_that_was_declined_by_playing_on(read, game):
    offers.propose(game.pk, "draw", side=DARK)
    play_turns(game, "Mc8-b8")
    assert read() == ["Md1-c1", "Alice offered a draw.", "Mc8-b8", "Boris declined the offer of a draw."]


def test_an_offer_before_the_first_turn(client, alice, boris, game, read):
    play.offers.propose(game.pk, "takeback", side=DARK)
    play.offers.accept(game.pk, "takeback", side=LIGHT)
    assert read() == ["Alice asked to take a turn back.", "Boris accepted the request for a takeback."]
    play_turns(game, "Md1-c1")
    assert read()[-1] == "Md1-c1"
    assert len(read()) == 3


def test_a_takeback_stands_where_it_was_asked_for_not_behind_the_turn_played_instead(read, game):
    play_turns(game, "Mc8-b8", now=game.turn_started_at + timedelta(seconds=1))
    at = game.turn_started_at + timedelta(seconds=9)
    offers.propose(game.pk, "takeback", side=LIGHT, now=at)
    offers.accept(game.pk, "takeback", side=DARK, now=at)
    asked = ["Boris asked to take a turn back.", "Alice accepted the request for a takeback."]
    assert read() == ["Md1-c1", *asked]
    play_turns(game, "Mc8-a8", now=at + timedelta(seconds=9))
    assert read() == ["Md1-c1", *asked, "Mc8-a8"]


def test_only_the_two_players_read_the_lines_about_offers(read, client, game, carol):
    offers.propose(game.pk, "draw", side=DARK)
    assert read(carol) == ["Md1-c1"]


def test_an_offer_that_was_changed_or_refused_leaves_no_second_line(read, game):
    offers.propose(game.pk, "draw", side=DARK)
    offers.propose(game.pk, "draw", side=DARK)
    with pytest.raises(Refusal):
        offers.propose(game.pk, "draw", side=LIGHT)
    assert read() == ["Md1-c1", "Alice offered a draw."]


def test_an_offer_of_a_kind_that_no_longer_exists_is_left_out(read, game):
    offers.propose(game.pk, "draw", side=DARK)
    OfferRecord.objects.update(kind="coin")
    assert read() == ["Md1-c1"]


def test_the_page_asks_once_however_many_there_are(client, game, alice):
    client.force_login(alice)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(game.get_absolute_url())
        return len(queries)

    offers.propose(game.pk, "draw", side=DARK)
    count()
    before = count()
    OfferRecord.objects.bulk_create(
        OfferRecord(game=game, ply=1, side=0, kind="draw", step="made", done_at=game.started_at) for _ in range(50)
    )
    assert count() == before

"""A game in which the opponent has written something new is marked in the lists of games."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import chat
from tests.factories import GameFactory

MARK = "new message"


def read(client, user, address="/") -> str:
    client.force_login(user)
    return client.get(address).content.decode()


@pytest.mark.parametrize("where", ["/", "/people/Alice/"])
def test_the_game_is_marked_until_its_page_is_opened(client, game, alice, boris, where):
    assert MARK not in read(client, alice, where)
    chat.send(boris, game_id=game.pk, text="Hello!")
    assert MARK in read(client, alice, where)
    assert read(client, alice, where).count(MARK) == 1
    read(client, alice, game.get_absolute_url())
    assert MARK not in read(client, alice, where)


def test_own_messages_and_those_in_other_games_are_no_news(client, game, alice, boris, carol):
    other = GameFactory(first=boris, second=carol)
    chat.send(alice, game_id=game.pk, text="Hello!")
    chat.send(boris, game_id=other.pk, text="Hello!")
    assert MARK not in read(client, alice)
    assert MARK in read(client, boris)
    assert MARK in read(client, carol)


def test_nobody_sees_what_another_has_not_read(client, game, alice, boris, carol):
    chat.send(boris, game_id=game.pk, text="Hello!")
    for visitor in (boris, carol):
        assert MARK not in read(client, visitor, "/people/Alice/")


@pytest.mark.parametrize("where", ["/", "/people/Alice/"])
def test_the_marks_cost_the_same_for_any_number_of_games_and_messages(client, alice, boris, where):
    client.force_login(alice)
    client.get(where)  # which notes the visit
    counts = []
    for _ in range(2):
        for _ in range(3):
            game = GameFactory(first=alice, second=boris)
            for number in range(5):
                chat.send(boris, game_id=game.pk, text=str(number))
        with CaptureQueriesContext(connection) as queries:
            assert MARK in client.get(where).content.decode()
        counts.append(len(queries))
    assert counts[0] == counts[1]

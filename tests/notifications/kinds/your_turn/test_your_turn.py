"""A mail for each turn, to the player to move."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.faces.small import draw_small
from engine.contract import Side
from games import clock, play
from games.play.clocks import announce_turn
from notifications.models import Notice
from tests.factories import GameFactory, play_turns


def first_moves(game, count: int) -> list[str]:
    position, moves = game.position, []
    for _ in range(count):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    return moves


def test_the_player_to_move_is_told_of_each_turn_and_nobody_else(game, deliver):
    assert [message.to for message in deliver()] == [["alice@example.org"]]
    play_turns(game, *first_moves(game, 1))
    assert [message.to for message in deliver()] == [["boris@example.org"]]


def test_it_says_what_was_played_by_whom_and_shows_the_board(game, deliver):
    (move,) = first_moves(game, 1)
    play_turns(game, move)
    message = deliver()[-1]
    assert message.subject == f"Your turn against Alice (Mastery #{game.pk})"
    html = message.alternatives[0].content
    for text in (message.body, html):
        assert "Alice" in text
        assert move in text
        assert f"/games/{game.pk}/" in text
    assert "capitals" in message.body
    assert 'src="cid:board"' in html
    picture = message.attachments[0]
    assert picture["Content-ID"] == "<board>"
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")


def test_the_face_of_the_opponent_stands_beside_their_name(game, alice, deliver):
    play_turns(game, *first_moves(game, 1))
    message = deliver()[-1]
    assert re.search(r'<h1[^>]*><img (?=[^>]*alt="")[^>]*src="cid:face"', message.alternatives[0].content)
    _, face = message.attachments
    assert face["Content-ID"] == "<face>"
    assert face.get_payload(decode=True) == draw_small(alice)


def test_the_deadline_is_told_in_the_readers_zone_and_rounded_down(db, alice, boris, deliver):
    now = datetime(2026, 11, 24, 17, 5, 59, tzinfo=UTC)
    game = GameFactory(first=alice, second=boris, now=now)
    Notice.objects.update(due_at=now, created_at=now)
    told = deliver(now=now + timedelta(hours=1, minutes=1))[0].body
    assert "2 days 22 hours" in told
    assert "Friday 27 November 2026, 18:05 (Europe/Berlin)" in told
    play_turns(game, *first_moves(game, 1), now=now)
    Notice.objects.open().filter(kind="your_turn").update(due_at=now, created_at=now)
    told = next(message.body for message in deliver(now=now) if message.to == ["boris@example.org"])
    assert "Friday 27 November 2026, 12:05 (America/New York)" in told


def test_a_turn_that_has_passed_is_not_notified(game, deliver):
    play_turns(game, *first_moves(game, 2))
    assert [message.to for message in deliver()] == [["alice@example.org"]]
    assert Notice.objects.filter(kind="your_turn", state="dropped").count() == 2


def test_an_offer_of_a_draw_meanwhile_does_not_silence_it(game, deliver):
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    assert {message.subject.split(" ")[0] for message in deliver()} == {"Your", "Boris"}


def test_a_game_that_is_over_is_announced_only_as_over(game, deliver):
    play.resign(game.pk, side=Side.SECOND)
    assert sorted(message.subject for message in deliver()) == [
        f"You lost against Alice (Mastery #{game.pk})",
        f"You won against Boris (Mastery #{game.pk})",
    ]


def test_an_open_page_silences_nothing(game, deliver, client, alice):
    client.force_login(alice)
    client.get(reverse("home"))
    assert len(deliver()) == 1


def test_the_board_is_seen_from_the_readers_chair(game, monkeypatch, deliver):
    seen = []
    from games.pictures import boards

    draw = boards.drawing.draw_board
    monkeypatch.setattr(boards.drawing, "draw_board", lambda *a, **k: seen.append(k["flipped"]) or draw(*a, **k))
    deliver()
    play_turns(game, *first_moves(game, 1))
    deliver()
    assert seen == [False, True]


def test_a_board_that_cannot_be_drawn_stops_no_mail(game, monkeypatch, deliver):
    monkeypatch.setattr("games.pictures.tiles.encode", lambda picture: 1 / 0)
    message = deliver()[0]
    assert [each["Content-ID"] for each in message.attachments] == ["<face>"]
    assert "cid:board" not in message.alternatives[0].content


@pytest.mark.parametrize("control", [clock.Unlimited(), clock.Bank()])
def test_a_mail_can_describe_every_time_control(db, alice, boris, deliver, control):
    GameFactory(first=alice, second=boris, control=control)
    body = deliver()[0].body
    assert ("no time limit" in body) == isinstance(control, clock.Unlimited)


def test_a_turn_announced_twice_is_sent_once(game, deliver):
    announce_turn(game, game.seats.get(side=game.side_to_move))
    assert len(deliver()) == 1
    assert len(deliver()) == 0


def test_the_plain_text_keeps_to_characters_as_they_are(game, deliver):
    assert not re.search(r"&(amp|#\d+|quot|lt|gt);", deliver()[0].body)
    assert timezone.get_current_timezone_name() == "UTC"

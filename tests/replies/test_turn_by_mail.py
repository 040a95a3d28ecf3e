"""A turn in the first line of an answer is played, and the answer to it shows what came of it."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games import play
from games.models import Turn
from replies.incoming import Way
from replies.mails.proof import Verdict
from replies.models import Reply
from replies.receiving import Outcome, receive
from tests.answering import bring, keep, write_answer
from tests.factories import GameFactory, play_turns
from tests.replies import desk

pytestmark = pytest.mark.django_db


def test_it_is_played_once_however_often_the_mail_comes(game, alice):
    legal = game.position.legal_moves()[0]
    assert [desk.answer(alice, legal, number=1) for _ in range(3)] == [Outcome.DONE] * 3
    assert desk.turns_of(game) == [legal]
    assert Reply.objects.get().outcome == "played"
    before = len(mail.outbox)
    told = desk.read_answer(alice)
    assert f"You have played {legal}." in told
    assert "It’s Boris’s turn." in told
    assert [each.to for each in mail.outbox[before:]].count([alice.email]) == 1


def test_it_is_answered_in_the_same_thread(game, alice):
    desk.answer(alice, game.position.legal_moves()[0], number=77)
    desk.read_answer(alice)
    headers = desk.find_last(alice).extra_headers
    assert headers["In-Reply-To"] == "<answer-77@mail.example>"
    assert headers["References"].startswith(f"<game-{game.pk}@")
    assert headers["References"].endswith("<answer-77@mail.example>")
    assert headers["Auto-Submitted"] == "auto-replied"
    assert desk.find_last(alice).subject == f"Re: Your turn against Boris (Mastery #{game.pk})"


@pytest.mark.parametrize(
    "written",
    [
        "{0}",
        "  {0} ",
        "“{0}”",
        "`{0}`",
        "{0}.",
        "1: {0}",
        "{1}",
        "{2}",
        "{3}",
    ],
    ids=["plain", "spaces", "quoted", "code", "full stop", "numbered", "en dash", "spaced", "other case"],
)
def test_it_is_read_as_it_was_meant(game, alice, written):
    legal = game.position.legal_moves()[0]
    meant = legal, legal.replace("-", "–"), legal.replace("-", " - "), legal[:1].swapcase() + legal[1:]
    desk.answer(alice, written.format(*meant))
    assert desk.turns_of(game) == [legal]


def test_what_is_no_turn_is_refused_in_the_sentence_of_the_page_with_the_turns_of_that_piece(game, alice):
    legal = game.position.legal_moves()[0]
    square = legal.split("-")[0][-2:]
    assert desk.answer(alice, f"{square}-{square}") is Outcome.DONE
    assert desk.turns_of(game) == []
    told = desk.read_answer(alice)
    assert f"You wrote: {square}-{square}" in told
    assert f"From {square} you can play: " in told
    assert legal in told


def test_how_a_turn_is_written_is_told_after_what_is_no_turn_alone(game, alice):
    desk.answer(alice, "yes")
    told = desk.read_answer(alice)
    assert "Nothing is offered to you in this game." in told
    assert "Reply with your turn, for example" not in told
    desk.answer(alice, "what?", to="Your turn")
    told = desk.read_answer(alice)
    assert "You could play, for example: " in told
    assert "Reply with your turn, for example" in told


def test_an_answer_to_an_older_email_is_told_that_the_game_has_gone_on(game, alice, boris):
    play_turns(game, *[each.position.legal_moves()[0] for each in [game]])
    desk.answer(alice, game.position.legal_moves()[0])
    assert len(desk.turns_of(game)) == 1
    game.refresh_from_db()
    play_turns(game, game.position.legal_moves()[0])
    desk.answer(alice, game.position.legal_moves()[0], to="Your turn")
    assert len(desk.turns_of(game)) == 2
    assert "The game has gone on since the email that you answered" in desk.read_answer(alice)


def test_a_line_armed_for_it_is_told_with_it(game, alice, boris):
    mine = game.position.legal_moves()[0]
    theirs = game.position.play(mine).legal_moves()[0]
    play.arm(game.pk, side=1, turns=[mine, theirs], expected_position=game.position_text)
    desk.answer(alice, mine)
    assert desk.turns_of(game) == [mine, theirs]
    told = desk.read_answer(alice)
    assert f"The answer came right away: {theirs}." in told
    assert "It’s your turn." in told


def test_without_a_proof_of_the_sender_the_answer_is_a_link_to_the_staged_turn(game, alice):
    legal = game.position.legal_moves()[0]
    desk.answer(alice, legal, proof=Verdict.UNPROVEN)
    assert desk.turns_of(game) == []
    told = desk.read_answer(alice)
    assert f"/games/{game.pk}/?text={legal}" in told
    assert "didn’t prove that the mail came from you" in told


@pytest.mark.parametrize("line", ["", "   ", "> quoted alone"])
def test_where_nothing_was_asked_nothing_is_done_and_that_is_answered(game, alice, line):
    assert desk.answer(alice, line) is Outcome.DONE
    assert (Reply.objects.get().outcome, desk.turns_of(game)) == ("nothing_found", [])


def test_several_games_take_a_line_each(alice, boris, carol):
    games = [GameFactory(first=alice, second=other) for other in (boris, carol)]
    desk.post()
    legal = [each.position.legal_moves()[0] for each in games]
    desk.answer(alice, f"2: {legal[1]}", f"1: {legal[0]}", "Good luck, you two!", f"2: {legal[0]}")
    assert [desk.turns_of(each) for each in games] == [[legal[0]], [legal[1]]]
    assert Reply.objects.get().outcome == "played,played"
    told = desk.read_answer(alice)
    assert told.count("You have played") == 2


def test_of_several_games_one_has_to_be_named(alice, boris, carol):
    games = [GameFactory(first=alice, second=other) for other in (boris, carol)]
    desk.post()
    legal = games[1].position.legal_moves()[0]
    desk.answer(alice, legal)
    assert "a line for each game: 2: a2-a3" in desk.read_answer(alice)
    desk.answer(alice, f"#{games[1].pk}: {legal}")
    assert [desk.turns_of(each) for each in games] == [[], [legal]]


def test_what_comes_in_time_counts_though_it_is_read_late(game, alice):
    """As of the instant at which the mail came: turns and clocks stand as if it had been read then."""
    legal = game.position.legal_moves()[0]
    desk.answer(alice, legal)
    turn, reply = Turn.objects.get(game=game), Reply.objects.get()
    assert turn.played_at == max(reply.arrived_at, game.turn_started_at)
    assert turn.key == reply.key


def test_a_mailbox_whose_clock_is_ahead_neither_helps_nor_harms(game, alice):
    """As of now: a game would be held back until an instant that is yet to come, and the turn be told late."""
    message = desk.find_last(alice)
    raw = write_answer(keep(message, user=alice.pk, kind="", at=timezone.now()), "resign", sender=alice.email)
    before = timezone.now()
    receive(bring(raw, at=before + timedelta(days=3), proof=Verdict.PROVEN, way=Way.MAILBOX))
    assert before <= Reply.objects.get().arrived_at <= timezone.now()

"""What else the first line of an answer may ask for: to resign, a draw, yes or no to an offer, a note."""

import pytest

from engine.contract import Side
from games import chat, play
from games.models import Message, OfferRecord
from games.play import offers
from replies.models import Reply
from tests.replies import desk

pytestmark = pytest.mark.django_db


def test_resigning_is_asked_twice(game, alice):
    desk.answer(alice, "resign")
    game.refresh_from_db()
    assert not game.is_over
    assert "answer this email with: resign yes" in desk.read_answer(alice)
    desk.answer(alice, "resign yes")
    game.refresh_from_db()
    assert (game.termination, game.winner) == ("resignation", Side.SECOND)
    assert "You have resigned." in desk.read_answer(alice)


def test_resigning_without_having_been_asked_only_asks(game, alice):
    desk.answer(alice, "resign yes")
    game.refresh_from_db()
    assert not game.is_over
    assert Reply.objects.get().outcome == "resign_asked"


def test_resigning_is_not_done_once_the_game_has_gone_on(game, alice, boris):
    desk.answer(alice, "resign")
    desk.post()
    play.play_move(game.pk, side=Side.FIRST, expected_revision=game.revision, text=str(game.position.legal_moves()[0]))
    desk.answer(alice, "resign yes", to="Re:")
    game.refresh_from_db()
    assert not game.is_over


def test_a_draw_is_offered_and_agreed_on_by_mail(game, alice, boris):
    desk.answer(alice, "draw")
    game.refresh_from_db()
    assert game.offers["draw"]["side"] == Side.FIRST
    desk.post()
    desk.answer(boris, "yes", to="draw")
    game.refresh_from_db()
    assert game.is_draw
    assert "The game is over: " in desk.read_answer(boris)


def test_no_declines(game, alice, boris):
    desk.answer(alice, "draw")
    desk.post()
    desk.answer(boris, "no", to="draw")
    game.refresh_from_db()
    assert not game.is_over
    assert "draw" not in game.offers


def test_yes_accepts_nothing_that_the_email_did_not_show(game, alice, boris):
    """The opponent offers a draw after the email of the turn had left."""
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    desk.answer(alice, "yes")
    game.refresh_from_db()
    assert not game.is_over
    assert "Say which offer you answer: yes draw" in desk.read_answer(alice)


def test_a_bare_yes_to_an_email_of_something_else_accepts_nothing(game, alice, boris):
    """“Shall we meet on Saturday?” — “Yes.”"""
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    chat.send(boris, game_id=game.pk, text="Shall we meet on Saturday?")
    desk.post()
    desk.answer(alice, "Yes", to="wrote to you")
    game.refresh_from_db()
    assert not game.is_over


def test_of_two_offers_one_has_to_be_named(game, alice, boris):
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    play.offers.propose(game.pk, "more_time", side=Side.SECOND, days=2)
    desk.post()
    desk.answer(alice, "yes", to="offers")
    assert "Say which offer you answer: yes draw" in desk.read_answer(alice)
    desk.answer(alice, "yes more time", to="offers")
    game.refresh_from_db()
    assert not game.is_over
    assert set(game.offers) >= {"draw"}
    assert "more_time" not in game.offers


@pytest.mark.parametrize(
    ("written", "step"),
    [
        ("No, thanks.", "declined"),
        ("No thank you!", "declined"),
        ("I decline.", "declined"),
        ("Yes, I accept.", "accepted"),
        ("Yes, please :-)", "accepted"),
        ("I accept the draw", "accepted"),
        ("Yes, but not now", ""),
        ("No, I accept", ""),
    ],
)
def test_a_polite_answer_to_the_one_offer_is_understood(game, alice, written, step):
    offers.propose(game.pk, "draw", side=Side.SECOND)
    desk.post()
    desk.answer(alice, written, to="offers")
    steps = [step] if step else []
    assert list(OfferRecord.objects.filter(side=Side.FIRST).values_list("step", flat=True)) == steps


def test_yes_to_nothing_is_told_so(game, alice):
    desk.answer(alice, "yes")
    assert "Nothing is offered to you in this game." in desk.read_answer(alice)


def test_a_note_goes_to_the_opponent_as_chat(game, alice, boris):
    for _ in range(2):
        desk.answer(alice, "note Have fun!", "This line is for nobody.", number=3)
    message = Message.objects.get()
    assert (message.user, message.text) == (alice, "Have fun!")
    assert "Your message was sent to your opponent, word for word: “Have fun!”" in desk.read_answer(alice)
    desk.post()
    desk.answer(boris, "note You, too", to="wrote")
    assert [each.text for each in Message.objects.order_by("pk")] == ["Have fun!", "You, too"]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("note He said “hello”", "He said “hello”"),
        ('note: Is it called "Mastery"?', 'Is it called "Mastery"?'),
        ("“note Have fun!”", "Have fun!"),
        ("*note Have fun!*", "Have fun!"),
        ("note “Have fun!”", "“Have fun!”"),
        ("note I’m off. See you, 'Al'", "I’m off. See you, 'Al'"),
    ],
)
def test_a_note_keeps_the_marks_that_belong_to_it(game, alice, written, sent):
    desk.answer(alice, written)
    assert Message.objects.get().text == sent


def test_of_a_note_that_was_broken_into_lines_the_answer_says_what_was_sent(game, alice):
    lines = ("note Thank you for this game, which has been the best that I have", "played for years. Good luck!")
    desk.answer(alice, *lines)
    assert Message.objects.get().text == lines[0].removeprefix("note ")
    assert f"word for word: “{Message.objects.get().text}”" in desk.read_answer(alice)


def test_after_a_crash_each_is_done_once(game, alice, boris):
    """A worker dies before it marks the answer as done: all is done as of the same instant again."""
    for line in ("note Have fun!", "draw", game.position.legal_moves()[0]):
        desk.answer(alice, line, to="Your turn", number=hash(line) % 1000)
        Reply.objects.update(done_at=None)
        desk.answer(alice, line, to="Your turn", number=hash(line) % 1000)
    assert Message.objects.count() == 1
    assert len(desk.turns_of(game)) <= 1

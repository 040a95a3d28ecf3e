"""Emails show the offers that stand in their games, since a turn declines them, and say how each is answered."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import chat
from games.models import Heartbeat, OfferRecord
from games.outage_detection import TOLD_AFTER
from games.play import offers
from notifications.models import Notice
from replies.mails.proof import Verdict
from replies.models import Reply
from tests.factories import GameFactory, play_turns
from tests.replies import desk

pytestmark = pytest.mark.django_db
DRAW = "Boris offers a draw."
HOW = "Reply yes or no, or answer on the site. Playing a turn declines it."


def offer(game, kind: str = "draw", **chosen) -> None:
    """Boris offers it to Alice."""
    offers.propose(game.pk, kind, side=Side.SECOND, **chosen)


@pytest.fixture
def told(alice, boris):
    """Begins a game in which Boris has offered something by the time at which Alice is told of her turn; the email of
    the offer itself is lost."""

    def begin(*kinds: str):
        game = GameFactory(first=alice, second=boris)
        for kind in kinds:
            offer(game, kind, **({"days": 2} if kind == "more_time" else {}))
        Notice.objects.filter(kind="offer_made").delete()
        desk.post()
        game.refresh_from_db()
        return game

    return begin


def read_last(user, subject: str = "") -> tuple[str, str]:
    """The text and the HTML of the last email with these words in its subject, each on one line."""
    mail = desk.find_last(user, subject)
    return " ".join(mail.body.split()), " ".join(mail.alternatives[0][0].split())


def has_done(step: str, kind: str = "draw") -> bool:
    return OfferRecord.objects.filter(kind=kind, side=Side.FIRST, step=step).exists()


def test_the_email_of_a_turn_shows_the_offer_and_says_how_it_is_answered(told, alice):
    told("draw")
    text, html = read_last(alice, "Your turn")
    assert f"{DRAW} {HOW}" in text
    assert DRAW in html
    assert "Playing a turn declines it." in html


@pytest.mark.parametrize(("word", "step"), [("yes", "accepted"), ("no", "declined")])
def test_a_bare_word_to_it_answers_the_offer(told, alice, word, step):
    told("draw")
    desk.answer(alice, word, to="Your turn")
    assert Reply.objects.get().outcome == step
    assert has_done(step)


def test_of_two_offers_each_is_answered_by_its_name(told, alice):
    told("draw", "more_time")
    text, _ = read_last(alice, "Your turn")
    assert "Boris offers a draw. Reply yes draw or no draw, or answer on the site." in text
    assert "Boris offers 2 more days." in text
    assert "Reply yes more time or no more time, or answer on the site." in text
    assert "Reply yes or no" not in text
    desk.answer(alice, "no", to="Your turn")
    assert "Say which offer you answer: no draw, no more time." in desk.read_answer(alice)
    desk.answer(alice, "no more time", to="Your turn")
    assert has_done("declined", "more_time")
    assert not has_done("declined")


def test_the_email_of_an_offer_beside_another_says_so_too(game, alice):
    offer(game)
    offer(game, "more_time", days=2)
    desk.post()
    text, html = read_last(alice, "offers")
    assert "Reply yes draw or no draw" in text
    assert "Reply yes more time or no more time" in text
    assert "Reply yes or no" not in text
    assert "yes more time" in html


def test_the_email_of_one_offer_says_it_once(game, alice):
    offer(game)
    desk.post()
    text, _ = read_last(alice, "offers a draw")
    assert text.count("Reply yes or no, or answer on the site.") == 1
    assert DRAW not in text


def test_an_email_of_a_message_names_the_offer_for_yes_may_answer_the_message(told, alice, boris):
    game = told("draw")
    chat.send(boris, game_id=game.pk, text="Shall we meet on Saturday?")
    desk.post()
    assert f"{DRAW} Reply yes draw or no draw" in read_last(alice, "wrote to you")[0]
    desk.answer(alice, "Yes", to="wrote to you")
    assert not has_done("accepted")
    desk.answer(alice, "yes draw", to="wrote to you")
    assert has_done("accepted")


def test_a_list_of_games_names_game_and_offer(alice, boris, carol):
    games = [GameFactory(first=alice, second=other) for other in (boris, carol)]
    offer(games[1])
    Notice.objects.filter(kind="offer_made").delete()
    desk.post()
    text, html = read_last(alice)
    assert "2. Carol offers a draw. Reply 2: yes draw or 2: no draw, or answer on the site." in text
    assert "2: yes draw" in html
    desk.answer(alice, f"1: {games[0].position.legal_moves()[0]}", "2: yes draw")
    assert Reply.objects.get().outcome == "played,accepted"


def test_asked_whether_one_resigns_one_names_the_offer(told, alice):
    game = told("draw")
    desk.answer(alice, "resign", to="Your turn")
    assert f"{DRAW} Reply yes draw or no draw" in desk.read_answer(alice)
    desk.answer(alice, "yes", to="Re:")
    assert not has_done("accepted")
    desk.answer(alice, "resign yes", to="Re:")
    game.refresh_from_db()
    assert game.termination == "resignation"


def test_who_offers_a_draw_to_one_that_stands_can_answer_it(told, alice):
    told("draw")
    desk.answer(alice, "draw", to="Your turn")
    assert f"{DRAW} Reply yes or no" in desk.read_answer(alice)
    desk.answer(alice, "yes", to="Re:")
    assert has_done("accepted")


def test_an_answer_that_shows_a_link_alone_takes_no_bare_yes(told, alice):
    told("draw")
    desk.answer(alice, "yes", to="Your turn", proof=Verdict.UNPROVEN)
    assert DRAW not in desk.read_answer(alice)
    desk.answer(alice, "yes", to="Re:")
    assert not has_done("accepted")


def test_where_replies_are_late_the_offer_is_shown_all_the_same(alice, boris):
    late = timezone.now() - TOLD_AFTER - timedelta(minutes=1)
    Heartbeat.objects.create(part=Heartbeat.Part.NO_REPLY, at=late)
    game = GameFactory(first=alice, second=boris)
    offer(game)
    Notice.objects.filter(kind="offer_made").delete()
    desk.post()
    text, _ = read_last(alice, "Your turn")
    assert f"{DRAW} Playing a turn declines it. Replies are delayed" in text


def test_an_offer_of_ones_own_is_not_shown(alice, boris):
    game = GameFactory(first=boris, second=alice)
    offers.propose(game.pk, "draw", side=Side.SECOND)
    play_turns(game, game.position.legal_moves()[0])
    desk.post()
    assert "offers a draw" not in read_last(alice, "Your turn")[0]


def test_yes_is_told_again_after_a_crash_though_the_game_has_gone_on(told, alice, boris):
    """The worker dies between doing and telling, and both play before another takes the mail up."""
    game = told("more_time")
    desk.answer(alice, "yes", to="Your turn", number=5)
    Reply.objects.update(done_at=None, outcome="")
    game.refresh_from_db()
    for _ in range(2):
        play_turns(game, game.position.legal_moves()[0])
    desk.answer(alice, "yes", to="Your turn", number=5)
    assert Reply.objects.get().outcome == "accepted"
    assert OfferRecord.objects.filter(step="accepted").count() == 1


def test_a_draw_is_offered_once_though_it_was_declined_before_the_mail_is_taken_up_again(game, alice):
    desk.answer(alice, "draw", number=5)
    Reply.objects.update(done_at=None, outcome="")
    offers.decline(game.pk, "draw", side=Side.SECOND)
    desk.answer(alice, "draw", number=5)
    assert Reply.objects.get().outcome == "draw_offered"
    assert OfferRecord.objects.filter(step="made").count() == 1

"""Every kind of offer is answered by mail with yes or no. A new kind fails until `SCENES` tells how one is made."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import play
from games.models import Game, OfferRecord
from games.play import offers
from games.play.offers import registry
from replies.models import Reply
from replies.receiving import Outcome
from tests.factories import play_turns
from tests.replies import desk

pytestmark = pytest.mark.django_db
KINDS = [kind.name for kind in registry.OFFERS.all()]


def offer(game: Game, kind: str, **chosen: object) -> None:
    """Boris offers it to Alice."""
    offers.propose(game.pk, kind, side=Side.SECOND, **chosen)


def offer_takeback(game: Game) -> None:
    for _ in range(2):
        play_turns(game, game.position.legal_moves()[0])
    offer(game, "takeback")


def offer_resume(game: Game) -> None:
    offers.propose(game.pk, "pause", side=Side.FIRST, until=timezone.now() + timedelta(days=5))
    offers.accept(game.pk, "pause", side=Side.SECOND)
    offer(game, "resume")


def offer_rematch(game: Game) -> None:
    play.resign(game.pk, side=Side.SECOND)
    offer(game, "rematch")


SCENES: dict[str, Callable[[Game], None]] = {
    "cancel": lambda game: offer(game, "cancel"),
    "draw": lambda game: offer(game, "draw"),
    "more_time": lambda game: offer(game, "more_time", days=2),
    "pause": lambda game: offer(game, "pause", until=timezone.now() + timedelta(days=5)),
    "rematch": offer_rematch,
    "resume": offer_resume,
    "takeback": offer_takeback,
}


def make_scene(game: Game, kind: str) -> str:
    """The subject of the email by which Alice hears of the offer."""
    SCENES[kind](game)
    desk.post()
    game.refresh_from_db()
    terms = game.offers[kind]
    found = registry.get(kind)
    asks = found.choose("asks", terms, is_my_turn=game.side_to_move == Side.FIRST)
    return str(asks(who="Boris", **found.tell(terms)))


def find_step(kind: str) -> str | None:
    """What Alice has last done about an offer of this kind."""
    mine = OfferRecord.objects.filter(kind=kind, side=Side.FIRST).order_by("-pk")
    return mine.exclude(step=OfferRecord.Step.MADE).values_list("step", flat=True).first()


@pytest.mark.parametrize("line", ["yes", "Yes.", "accept", "yes {named}"])
@pytest.mark.parametrize("kind", KINDS)
def test_yes_accepts_it_once(game, alice, kind, line):
    subject = make_scene(game, kind)
    written = line.format(named=kind.replace("_", " "))
    for _ in range(2):
        assert desk.answer(alice, written, to=subject, number=1) is Outcome.DONE
    assert Reply.objects.get().outcome == "accepted"
    assert find_step(kind) == OfferRecord.Step.ACCEPTED
    assert OfferRecord.objects.filter(kind=kind, step=OfferRecord.Step.ACCEPTED, side=Side.FIRST).count() == 1
    game.refresh_from_db()
    assert kind not in game.offers
    assert str(registry.get(kind).has_accepted()) in desk.read_answer(alice)


@pytest.mark.parametrize("line", ["no", "decline", "No, {named}"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_declines_it_and_does_nothing_else(game, alice, kind, line):
    subject = make_scene(game, kind)
    before = (game.ply, game.deadline_at, game.ended_at, Game.objects.count())
    assert desk.answer(alice, line.format(named=kind.replace("_", " ")), to=subject) is Outcome.DONE
    assert Reply.objects.get().outcome == "declined"
    assert find_step(kind) == OfferRecord.Step.DECLINED
    game.refresh_from_db()
    assert kind not in game.offers
    assert (game.ply, game.deadline_at, game.ended_at, Game.objects.count()) == before
    assert str(registry.get(kind).has_declined()) in desk.read_answer(alice)


@pytest.mark.parametrize("word", ["yes", "no"])
@pytest.mark.parametrize("kind", KINDS)
def test_after_a_crash_it_is_answered_as_before(game, alice, kind, word):
    """The worker dies before it marks the answer as done: it is done again, as of the same instant."""
    subject = make_scene(game, kind)
    desk.answer(alice, word, to=subject, number=1)
    outcome = Reply.objects.get().outcome
    Reply.objects.update(done_at=None, outcome="")
    assert desk.answer(alice, word, to=subject, number=1) is Outcome.DONE
    assert Reply.objects.get().outcome == outcome
    assert OfferRecord.objects.filter(kind=kind, side=Side.FIRST, done_at=Reply.objects.get().arrived_at).count() == 1


@pytest.mark.parametrize("word", ["yes", "no"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_offer_that_was_withdrawn_is_answered_by_a_refusal(game, alice, kind, word):
    subject = make_scene(game, kind)
    offers.withdraw(game.pk, kind, side=Side.SECOND)
    assert desk.answer(alice, word, to=subject) is Outcome.DONE
    assert find_step(kind) is None
    assert "Nothing is offered to you in this game." in desk.read_answer(alice)

"""A thread of emails is one game: each names the opponent and the game in its subject, and refers to that game."""

import pytest

from engine.words import Sentence
from games.models import Game
from games.play.offers.registry import OFFERS
from games.reading.seats import read_seats
from notifications import registry
from notifications.channels.email.composing import compose
from tests.mails import MAILS
from tests.mails.table import make_notice

pytestmark = pytest.mark.django_db(transaction=True)
OF_OTHERS = {"ladder_moved", "ladder_left", "ladder_placed", "followed_started", "followed_over"}
"""Their payload names a game that their reader need not have played."""


def list_sentences(kind) -> list[tuple[str, Sentence]]:
    return [(name, found) for name in dir(kind) if isinstance(found := getattr(kind, name), Sentence)]


@pytest.mark.parametrize("name", MAILS)
@pytest.mark.late
def test_each_email_about_a_game_names_it_and_stands_in_its_thread_and_no_other_does(name, settings):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    notice, now = make_notice(name)
    message = compose(notice, now=now)
    number = notice.payload.get("game")
    if number is None or notice.others or notice.kind in OF_OTHERS:
        assert "game-" not in message.extra_headers.get("References", "")
        return
    game = Game.objects.prefetch_related("seats__user").get(pk=number)
    opponent = read_seats(game, reader_id=notice.recipient_id).other.user.shown_name
    assert message.subject.endswith(f" ({game.ruleset.name} #{number})")
    assert opponent in message.subject
    assert message.extra_headers["References"].startswith(f"<game-{number}@")


def test_each_kind_about_a_game_is_looked_at():
    seen = {kind for kind, _ in MAILS.values()}
    assert {kind.name for kind in registry.KINDS.all() if kind.is_in_thread} - seen == set()


@pytest.mark.parametrize("kind", OFFERS.all(), ids=lambda kind: kind.name)
def test_each_kind_of_offer_does_so_in_its_subjects_too(kind):
    subjects = [sentence for name, sentence in list_sentences(kind) if name.endswith("_subject")]
    assert subjects
    for text in (text for each in subjects for text in (each.text, each.plural) if text):
        assert "{who}" in text
        assert text.endswith(" ({game})")


@pytest.mark.parametrize("name", [name for name, (kind, _) in MAILS.items() if kind == "vacation_used"])
def test_vacation_that_saved_one_game_names_it_like_the_others(name, settings):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    notice, now = make_notice(name)
    subject = compose(notice, now=now).subject
    several = subject.endswith(" games")
    assert several or subject.startswith("A day of your vacation saved your game against Boris (M")

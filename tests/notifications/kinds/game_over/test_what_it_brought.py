"""The email and the inbox say the same as the card on the page of a finished game: rating, and what was new."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import play
from tests.factories import GameFactory
from tests.games.rating.test_told import give_rating

pytestmark = pytest.mark.django_db
ABOVE = "Your first win against a player rated at least 100 points above you."


@pytest.fixture
def end(alice, boris, deliver):
    """Alice wins a rated game against Boris; what the email to each said."""

    def run() -> dict[str, str]:
        for user, rating in ((alice, 1500), (boris, 1700)):
            give_rating(user, rating, 60, at=timezone.now() - timedelta(days=7))
        game = GameFactory(first=alice, second=boris, rated=True, turns=("Md1-c1", "Me8-f8"))
        deliver()
        play.resign(game.pk, side=Side.SECOND)
        mails = {mail.to[0]: mail for mail in deliver()}
        return {user.username: " ".join(mails[user.email].body.split()) for user in (alice, boris)}

    return run


def read_inbox(client, user) -> str:
    client.force_login(user)
    return client.get(reverse("inbox")).content.decode()


def test_the_email_tells_what_was_new_to_its_reader(end):
    bodies = end()
    assert "Your first win at Mastery." in bodies["Alice"]
    assert ABOVE in bodies["Alice"]
    assert "first win" not in bodies["Boris"]


def test_the_inbox_tells_the_rating_before_and_after(end, client, alice, boris):
    end()
    assert re.search(r"· rating 1500 → 151\d \(\+1\d\)", read_inbox(client, alice))
    assert re.search(r"· rating 1700 → 16\d\d \(−\d\d\)", read_inbox(client, boris))


def test_neither_says_anything_of_ratings_to_who_has_switched_them_off(end, client, alice):
    alice.show_ratings = False
    alice.save()
    body = end()["Alice"]
    assert "Your first win at Mastery." in body
    assert ABOVE not in body
    assert "rating 1500" not in read_inbox(client, alice)

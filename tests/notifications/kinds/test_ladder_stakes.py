"""Emails of a ladder game, and its page, say what a win brings and what the end has brought."""

import pytest

from competition import ladder
from games import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    """Boris, who stands second, has challenged Alice, who stands first."""
    for user in (alice, boris):
        ladder.join(user, "mastery")
    return ladder.challenge("mastery", challenger=boris, other=alice)


def read_mails(deliver, *, about: str, html: str) -> dict[str, str]:
    """Their text in one line, by reader; each has the same in its HTML."""
    mails = {mail.to[0]: mail for mail in deliver() if about in mail.subject}
    for mail in mails.values():
        assert html in mail.alternatives[0].content
    return {address: " ".join(mail.body.split()) for address, mail in mails.items()}


def test_whoever_is_challenged_reads_what_a_win_would_take(game, alice, deliver):
    mails = read_mails(deliver, about="found", html="to place 1")
    assert "If Boris wins, they move from place 2 to place 1, which is yours." in mails[alice.email]


def test_both_read_what_the_end_has_brought(game, alice, boris, deliver):
    play.resign(game.pk, side=game.seats.get(user=alice).side)
    mails = read_mails(deliver, about="against", html="Mastery ladder: place")
    assert "Mastery ladder: place 1 → 2." in mails[alice.email]
    assert "Mastery ladder: place 2 → 1." in mails[boris.email]


def test_the_page_of_the_game_says_both(client, game, alice, boris):
    client.force_login(boris)
    assert "If you win, you move from place 2 to place 1." in client.get(game.get_absolute_url()).content.decode()
    play.resign(game.pk, side=game.seats.get(user=alice).side)
    assert "Mastery ladder: place 2 → 1." in client.get(game.get_absolute_url()).content.decode()
    client.logout()
    assert (
        "Mastery ladder: Boris moved from place 2 to place 1." in client.get(game.get_absolute_url()).content.decode()
    )

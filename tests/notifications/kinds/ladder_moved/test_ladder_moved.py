"""Players are told of each change of their place on a ladder, unless they have switched it off."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition import ladder
from engine.contract import Side
from games import play
from notifications.models import Notice
from notifications.preferences.switches import save_table
from tests.factories import UserFactory
from tests.mails.competition import challenge_on_ladder, line_up, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(alice, boris, carol):
    """After Boris, who was at place 4, has beaten Alice, who was at place 2."""
    top, between, last = UserFactory(), UserFactory(), carol
    line_up(top, boris, alice, between, last)
    return {"top": top, "boris": boris, "alice": alice, "between": between, "carol": last}


@pytest.fixture
def win(members, alice, boris):
    game = challenge_on_ladder(alice, boris)
    Notice.objects.all().delete()

    def run():
        move(winner=boris, game=game, first=2, last=4)
        return game

    return run


def list_told() -> dict:
    rows = Notice.objects.filter(kind="ladder_moved", channel="email")
    return {each.recipient: (each.payload["before"], each.payload["after"]) for each in rows}


def test_the_winner_and_all_between_are_told_and_nobody_else(win, members):
    win()
    assert list_told() == {members["boris"]: (4, 2), members["alice"]: (2, 3), members["between"]: (3, 4)}


def test_whoever_has_switched_it_off_is_not(win, members, alice):
    save_table(alice, {("ladder_moved", "email"): False})
    win()
    assert list_told() == {members["boris"]: (4, 2), members["between"]: (3, 4)}


def test_it_says_from_where_to_where_and_through_which_game(win, members, deliver):
    game = win()
    mails = {mail.to[0]: mail for mail in deliver()}
    said = {
        "boris": (
            "You rose from place 4 to place 2 on the Mastery ladder",
            "You won game {} against Alice, and took their place.",
        ),
        "alice": (
            "You fell from place 2 to place 3 on the Mastery ladder",
            "Boris won game {} against you, and took your place.",
        ),
        "between": (
            "You fell from place 3 to place 4 on the Mastery ladder",
            "Boris won game {} against a player above you, and took their place.",
        ),
    }
    for name, (subject, why) in said.items():
        mail = mails[members[name].email]
        assert mail.subject == subject
        assert why.format(game.pk) in " ".join(mail.body.split())
        assert reverse("ladder", args=["mastery"]) in mail.body


def test_the_inbox_tells_it_too(client, win, members, alice):
    game = win()
    client.force_login(alice)
    page = client.get(reverse("inbox")).content.decode()
    assert "You fell from place 2 to place 3 on the Mastery ladder" in page
    assert f"Boris won game {game.pk} against you, and took your place." in page


def test_it_takes_four_queries_however_many_are_told(win):
    """The players between the places, their switches, and the rows, which are inserted in lots of two sizes."""
    with CaptureQueriesContext(connection) as queries:
        win()
    assert len(list_told()) == 3
    assert len(queries) <= 4


def test_a_game_on_the_ladder_is_told_from_the_challenge_to_the_move(alice, boris, deliver):
    ladder.join(alice, "mastery")
    ladder.join(boris, "mastery")
    game = ladder.challenge("mastery", challenger=boris, other=alice)
    (found,) = [mail for mail in deliver() if mail.to == [alice.email]]
    assert "Boris challenged you on the Mastery ladder" in found.body
    play.resign(game.pk, side=Side(game.seats.get(user=alice).side))
    told = [mail.subject for mail in deliver() if mail.to == [alice.email]]
    assert "You fell from place 1 to place 2 on the Mastery ladder" in told

"""An analysis of a finished game tells nothing of a game that runs."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import User
from computers import review
from computers.models import Review
from computers.words import refusals
from tests.computers.conftest import TURNS, finish, keep_line, look_back
from tests.factories import GameFactory, UserFactory, play_turns, set_up
from tests.games.practice.test_hint import move_aside

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]


def test_a_finished_game_tells_nothing_of_where_a_running_one_stands(client, alice, boris, carol):
    """Otherwise a player could replay their game with a friend, end it, and have it analysed."""
    again = finish(GameFactory(first=alice, second=carol, turns=[*TURNS, *TURNS, "Pd4-d5"]))
    look_back(again, alice)
    client.force_login(alice)
    going_on = GameFactory(turns=[*TURNS, *TURNS[:3]])
    shown = {}
    for turn in (TURNS[3], "Pd4-d5", "Pc5-c4"):
        shown[going_on.ply] = review.read_lines(again, reader=AnonymousUser()) != []
        play_turns(going_on, turn)
    assert shown == {7: True, 8: False, 9: False}
    assert review.read_lines(again, reader=AnonymousUser()), "the running game has moved on"
    GameFactory(first=boris, second=carol, turns=[*TURNS, *TURNS])
    page = client.get(reverse("review", args=[again.pk])).content.decode()
    assert str(refusals.WITHHELD()) in page
    assert "better-line" not in page
    assert str(refusals.WITHHELD()) in client.post(reverse("join_review", args=[again.pk])).content.decode()
    Review.objects.all().delete()
    assert str(refusals.WITHHELD()) in client.post(reverse("ask_review", args=[again.pk])).content.decode()


@pytest.mark.parametrize("who", ["player", "opponent", "asker", "reader", "stranger"])
def test_a_finished_game_tells_nothing_of_positions_near_a_running_game_of_the_people_concerned(
    who, client, alice, carol
):
    """Else a Pawn that stands idle elsewhere would be enough; a reader may be logged out, its players may not."""
    people = {"player": alice, "opponent": carol, **{name: UserFactory() for name in ("asker", "reader", "stranger")}}
    again = finish(GameFactory(first=alice, second=carol, turns=[*TURNS, *TURNS, "Pd4-d5"]))
    look_back(again, people["asker"])
    running = GameFactory(first=people[who])
    set_up(running, move_aside(again.ruleset.read(again.turns.get(ply=8).position_text)), ply=20)
    for reader in (AnonymousUser(), people["reader"]):
        shown = review.read_lines(again, reader=reader) != []
        assert shown is (who == "stranger" or (who, reader.is_anonymous) == ("reader", True)), reader
    Review.objects.all().delete()
    client.force_login(people["reader"])
    answer = client.post(reverse("ask_review", args=[again.pk]))
    assert (answer.status_code == 409) is (who in ("player", "opponent", "reader"))


def test_a_game_against_a_computer_holds_up_nobody_elses_analysis(alice, carol):
    """A computer plays many games at once: its own would be near to most."""
    computer = UserFactory(kind=User.Kind.COMPUTER)
    again = finish(GameFactory(first=alice, second=computer, turns=[*TURNS, *TURNS, "Pd4-d5"]))
    look_back(again, alice)
    running = GameFactory(first=carol, second=computer)
    set_up(running, move_aside(again.ruleset.read(again.turns.get(ply=8).position_text)), ply=20)
    assert review.read_lines(again, reader=AnonymousUser())


def test_a_better_line_ends_where_a_running_game_stands(client, alice, boris, carol):
    """Else one could have the game played again with a friend, and wait for the line that the opponent goes into."""
    again = finish(GameFactory(first=alice, second=carol, turns=[*TURNS, *TURNS, "Pd4-d5"]))
    look_back(again, alice)
    line = ["Me8-f8", "Md1-c1", "Mf8-e8", "Mc1-d1"]
    keep_line(again, 9, line)
    keep_line(again, 6, ["Pd4-d5", "Mf8-e8", "Mc1-d1", *line], score=900)
    client.force_login(alice)
    pages = [reverse("review_at", args=[again.pk, 9]), reverse("review_line", args=[again.pk, 9, 1])]
    mine = client.post(reverse("join_review", args=[again.pk])).url

    def list_shown() -> list[object]:
        texts = [client.get(page).content.decode() for page in pages]
        found = "by-computer" in client.get(mine).content.decode()
        lines = [text.split("better-line")[1].split("</p>")[0] for text in texts]
        return [*(sum(f">{text}</a>" in shown for text in line) for shown in lines), found]

    assert list_shown() == [4, 4, True]
    going_on = GameFactory(turns=[*TURNS, *TURNS, "Pd4-d5", line[0]])
    assert review.read_lines(again, reader=AnonymousUser()), "the running game stands in no position of this one"
    assert list_shown() == [1, 1, False], "what is good after that turn is for its players to find"
    assert client.get(reverse("review_line", args=[again.pk, 9, 2])).status_code == 404
    assert client.post(reverse("join_review", args=[again.pk])).status_code == 302
    play_turns(going_on, "Pd5-c6")
    assert list_shown() == [4, 4, True], "the running game has moved on"

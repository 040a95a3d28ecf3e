"""A player added what a computer found in a finished game to their own analysis; then staff reopened the game."""

import re

import pytest

from analysis import exporting
from analysis.models import Edit
from computers import joining
from games import play
from tests.computers.conftest import TURNS, keep_line, look_back
from tests.factories import UserFactory, play_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]


def test_the_copy_of_ones_data_leaves_out_what_the_computer_found_while_the_game_goes_on(over, alice):
    look_back(over, alice)
    keep_line(over, 2, ["Pd4-d5", "Pe5-e4"], score=900)
    tree = joining.join(alice, over)
    own = tree.nodes.filter(by_computer=False).count()

    def count_copied() -> int:
        [copied] = exporting.tell_trees(alice.pk)
        return len(copied["turns"])

    assert count_copied() > own
    play.reopen(over.pk, staff=UserFactory(is_staff=True, is_superuser=True), reason="A mistake")
    assert count_copied() == own


def test_turns_a_player_enters_are_shown_during_the_game_even_if_the_computer_found_them_too(client, over, alice):
    """By hand in one's analysis, or by the game, which then goes on from there."""
    look_back(over, alice)
    keep_line(over, 2, ["Pd4-d5", "Pe5-e4", "Pd5xd6"], score=900)
    page = joining.join(alice, over).get_absolute_url()
    client.force_login(alice)
    admin = UserFactory(is_staff=True, is_superuser=True)
    play.take_back_by_staff(over.pk, turns=2, staff=admin, reason="A mistake")

    def list_new() -> list[str]:
        shown = re.findall(r'"tree-ply">[^<]*</span> ([^<]+)</a>', client.get(page).content.decode())
        return [text for text in shown if text not in TURNS]

    assert list_new() == []
    client.post(f"{page}play/", {"text": "Pd4-d5", "at": -2})
    assert list_new() == ["Pd4-d5"]
    client.post(f"{page}undo/", {"at": 0, "edit": Edit.objects.latest("pk").pk})
    assert list_new() == []
    play_turns(over, "Pd4-d5")
    client.post(f"{page}play/", {"text": "Pe5-e4", "at": -3})
    assert list_new() == ["Pd4-d5", "Pe5-e4"]

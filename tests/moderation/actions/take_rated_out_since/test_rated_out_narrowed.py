"""Rated games since a day are taken out against one opponent alone, or without some, and put back as one."""

import re
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from games.models import RatedGame
from moderation import acting
from moderation.actions.contract import Order
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction
from tests.factories import GameFactory
from tests.moderation.staff import act

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games(alice, boris, carol) -> list[int]:
    """Two of Alice with Boris, one with Carol."""
    return [GameFactory(first=alice, second=other, rated=True).pk for other in (boris, boris, carol)]


def order(staff, **answers) -> Order:
    return Order(staff, timezone.now(), told="Arranged.", answers={"since": date(2000, 1, 1), **answers})


def list_out() -> list[int]:
    return list(RatedGame.objects.exclude(taken_out_at=None).order_by("pk").values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("answers", "out"),
    [
        ({}, [0, 1, 2]),
        ({"opponent": "boris"}, [0, 1]),
        ({"without": [1]}, [0, 2]),
        ({"opponent": "Boris", "without": [0]}, [1]),
    ],
)
def test_what_is_taken_out_is_what_was_chosen_and_all_is_put_back(mira, alice, games, answers, out):
    if "without" in answers:
        answers = {**answers, "without": frozenset(games[at] for at in answers["without"])}
    kind, expected = ACTIONS.get("take_rated_out_since"), [games[at] for at in out]
    said = [str(each) for each in acting.foresee(kind, alice, order=order(mira, **answers))]
    assert any(re.match(f"Taken out of the ratings: {len(out)} games?$", each) for each in said)
    acting.perform(kind, alice, order=order(mira, **answers))
    assert list_out() == expected
    acting.undo(LoggedAction.objects.get(), order=order(mira))
    assert list_out() == []


def test_an_unknown_opponent_is_refused(mira, alice, games):
    with pytest.raises(Refusal) as refused:
        acting.foresee(ACTIONS.get("take_rated_out_since"), alice, order=order(mira, opponent="Nobody"))
    assert refused.value.status == 422
    assert list_out() == []


# --- On the page -------------------------------------------------------------------------------------------------
def read_form(page) -> dict[str, str]:
    """What the page would send of the games: which it showed, and which are ticked."""
    text = page.content.decode()
    [shown] = re.findall(r'name="without_shown" value="([^"]*)"', text)
    boxes = re.findall(r'<input type="checkbox" name="without" value="(\d+)"([^>]*)>', text)
    return {"without_shown": shown, "without": [pk for pk, rest in boxes if "checked" in rest]}


def test_games_are_unticked_in_the_preview_and_stay_so_until_it_is_done(staff, alice, games):
    said = {"since": "2000-01-01"}
    plain = act(staff, alice, "take_rated_out_since", told="", **said)
    assert plain.status_code == 422
    sent = read_form(act(staff, alice, "take_rated_out_since", preview="1", **said))
    assert sent["without"] == [str(pk) for pk in reversed(games)]
    sent["without"].remove(str(games[1]))
    again = act(staff, alice, "take_rated_out_since", preview="1", **said, **sent)
    assert "Taken out of the ratings: 2 games" in again.content.decode()
    assert read_form(again) == sent
    refused = act(staff, alice, "take_rated_out_since", **{**said, **sent, "told": ""})
    assert (refused.status_code, read_form(refused)) == (422, sent)
    assert act(staff, alice, "take_rated_out_since", **said, **sent).status_code == 302
    assert list_out() == [games[0], games[2]]


def test_all_are_unticked_so_nothing_is_done(staff, alice, games):
    sent = {"since": "2000-01-01", "without_shown": ",".join(map(str, games))}
    assert act(staff, alice, "take_rated_out_since", **sent).status_code == 422
    assert list_out() == []


def test_the_form_shows_no_games_before_the_preview(staff, alice, games):
    text = staff.get(reverse("moderation_person", args=["Alice"])).content.decode()
    assert "without_shown" not in text
    assert "<legend>These games" not in text

"""Staff have somebody compared with the computer, and read what was found beside others, as no verdict."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from computers.models import Comparison
from engine.contract import Side
from games import play
from games.models import Game
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import make_report

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

# --- Turns the computer would have played ------------------------------------------------------------------------
COMPARE = reverse("moderation_compare", args=["Alice"])


@pytest.fixture
def over(alice, boris) -> Game:
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"])
    play.resign(game.pk, side=Side.SECOND)
    return game


def compare_all(**fields) -> None:
    """Ends what waits, with these figures."""
    Comparison.objects.unfinished().update(**{"done_at": NOON, "turns": 200, "same": 84, "games": 30, **fields})


def test_staff_have_somebody_compared_and_see_how_far_it_is(staff, mira, over, alice):
    page = "/moderation/people/Alice/"
    assert "Compare with the computer</button>" in staff.get(page).content.decode()
    answer = staff.post(COMPARE, {"back": page})
    assert (answer.status_code, answer.url) == (302, page)
    row = Comparison.objects.get()
    assert (row.person, row.asked_by) == (alice, mira)
    text = staff.get(page).content.decode()
    assert "It waits for the computer." in text
    assert "Compare with the computer</button>" not in text
    Comparison.objects.update(sample=[1, 2, 3, 4], done=1)
    assert "1 of 4 turns looked at." in staff.get(page).content.decode()


def test_what_was_found_stands_with_its_day_beside_the_others_and_is_no_verdict(staff, mira, over, alice, boris):
    staff.post(COMPARE)
    compare_all()
    for person in (boris, *UserFactory.create_batch(3)):
        Comparison.objects.create(person=person, asked_at=NOON, done_at=NOON, turns=100, same=40, games=20)
    report = make_report(boris, about=alice, matter="help")
    for page in ("/moderation/people/Alice/", reverse("moderation_report", args=[report.pk])):
        text = staff.get(page).content.decode().replace("\N{NO-BREAK SPACE}", " ")
        assert "84 of 200 turns, 42 % (95 % interval: 35 to 49 %)" in text
        assert "2 March 2026</time>, 30 finished games, asked for by Mira" in text
        assert "160 of 400 turns, 40 % (95 % interval: 35 to 45 %)" in text
        assert "4 players compared so far; the middle half of them are at 40 to 40 %" in text
        assert "not a verdict" in text


def test_without_others_there_is_nothing_to_hold_it_against(staff, over):
    assert "No others have been compared yet" in staff.get("/moderation/people/Alice/").content.decode()


def test_one_that_failed_says_why_and_can_be_asked_for_again(staff, over):
    staff.post(COMPARE)
    Comparison.objects.update(stopped_at=NOON, why="It failed: RuntimeError")
    text = staff.get("/moderation/people/Alice/").content.decode()
    assert "The comparison stopped: It failed: RuntimeError" in text
    assert "Compare with the computer</button>" in text


def test_a_refusal_is_told_on_the_page(staff, alice):
    page = staff.post(COMPARE, follow=True).content.decode()
    assert "Alice has finished no game against another person yet." in page
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("back", ["https://evil.example/", "/games/1/", ""])
def test_it_leads_back_into_moderation_alone(staff, over, back):
    assert staff.post(COMPARE, {"back": back}).url == "/moderation/people/Alice/"


def test_nobody_else_can_ask_and_no_staff_about_themselves(client, staff, mira, over, alice):
    assert client.post(COMPARE).status_code == 302
    client.force_login(alice)
    assert client.post(COMPARE).status_code == 403
    assert staff.post(reverse("moderation_compare", args=["Mira"])).status_code == 403
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("kind", ["computer", "guest"])
def test_there_is_no_button_for_computers_and_guests(staff, kind):
    account = UserFactory(username="Somebody", kind=kind)
    page = staff.get(reverse("moderation_person", args=[account.username])).content.decode()
    assert "Compare with the computer</button>" not in page
    staff.post(reverse("moderation_compare", args=[account.username]))
    assert not Comparison.objects.exists()

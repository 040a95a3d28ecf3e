"""Signals stand in one order by weight and age; staff dismiss them with a reason, until their numbers grow by half."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from moderation.models import Dismissal, LoggedAction
from moderation.signals import dismissing, ranking
from moderation.signals.contract import Found, Signal, weigh
from moderation.signals.ranking import HALF_LIFE, rank, weigh_now
from tests.factories import GameFactory
from tests.moderation.test_signals import CASES, DAY, SIGNALS, pattern, play

pytestmark = pytest.mark.django_db
PAGE = reverse("moderation_signals")
__all__ = ["pattern"]


class Listed(Signal):
    """A signal that finds what a test says."""

    label, explanation = "Says so", "Of a test."

    def __init__(self, *found: Found) -> None:
        self.found = list(found)

    def find(self, *, now):
        return self.found


@pytest.fixture
def finds(monkeypatch):
    """Has one signal alone, which finds this."""

    def put(*found: Found) -> None:
        signal = Listed(*found)
        monkeypatch.setattr(ranking, "SIGNALS", type("One", (), {"all": lambda self: (signal,)})())

    return put


def find(*people, weight=1.0, days_ago=0.0, figure=1.0, games=()) -> Found:
    return Found(people, "numbers", weight, timezone.now() - days_ago * DAY, games, figure)


NAME = "test_signals_ranked"


def list_names(reader) -> list[str]:
    return [each.found.people[0].username for each in rank(reader=reader, now=timezone.now())]


# --- The order ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", CASES)
def test_every_signal_says_how_grave_it_is_and_since_when(pattern, alice, boris, carol, name):
    CASES[name][0](pattern, alice, boris, carol, enough=True)
    for row in SIGNALS[name].find(now=timezone.now()):
        assert 0 < row.weight <= 30
        assert timezone.now() - 15 * DAY <= row.at <= timezone.now()
        assert row.figure >= 1


@pytest.mark.parametrize(("days", "left"), [(0, 8), (30, 4), (60, 2), (15, 8 / 2**0.5), (-1, 8)])
def test_it_weighs_half_after_thirty_days(days, left):
    now = timezone.now()
    found = Found((), "", 8, now - timedelta(days=days))
    assert timedelta(days=30) == HALF_LIFE
    assert weigh_now(found, now=now) == pytest.approx(left)


@pytest.mark.parametrize(("figure", "weight"), [(3, 5), (6, 10), (9, 15), (90, 15)])
def test_a_figure_counts_up_to_three_times_its_threshold(figure, weight):
    assert weigh(5, figure, at_least=3) == pytest.approx(weight)


def test_the_heaviest_comes_first_whatever_its_kind(finds, mira, alice, boris, carol):
    finds(find(alice, weight=3), find(boris, weight=9, days_ago=60), find(carol, weight=4))
    assert list_names(mira) == ["Carol", "Alice", "Boris"]


def test_a_pair_with_a_shared_device_stands_before_lost_games(staff, pattern, alice, boris, carol):
    for name in ("time_outs", "shared"):
        CASES[name][0](pattern, alice, boris, carol, enough=True)
    text = staff.get(PAGE).content.decode()
    assert text.index("games against each other;") < text.index("5 of 9 lost on time")


def test_one_kind_alone_can_be_looked_at(staff, pattern, alice, boris, carol):
    for name in ("time_outs", "shared"):
        CASES[name][0](pattern, alice, boris, carol, enough=True)
    text = staff.get(f"{PAGE}?kind=time_outs").content.decode()
    assert "5 of 9 lost on time" in text
    assert "against each other;" not in text
    assert "against each other;" in staff.get(f"{PAGE}?kind=of_tomorrow").content.decode()


def test_nobody_sees_what_is_about_themselves_and_moderators_nothing_about_staff(finds, mira, zoe, admin, alice):
    finds(find(alice, mira), find(zoe), find(alice))
    assert list_names(mira) == ["Alice"]
    assert sorted(list_names(admin)) == ["Alice", "Alice", zoe.username]


# --- Dismissing --------------------------------------------------------------------------------------------------
def find_key(reader, number=0) -> str:
    return rank(reader=reader, now=timezone.now())[number].key


@pytest.fixture
def dismissed(finds, mira, alice, boris):
    """What concerns Alice and Boris, with a figure of 10."""
    finds(find(alice, boris, figure=10))
    dismissing.dismiss(NAME, find_key(mira), reason="Brothers.", staff=mira)


@pytest.mark.parametrize(("figure", "is_shown"), [(10, False), (14.9, False), (15, True), (3, False)])
def test_it_comes_back_once_its_figure_has_grown_by_half(dismissed, finds, mira, alice, boris, figure, is_shown):
    finds(find(boris, alice, figure=figure))
    assert bool(list_names(mira)) is is_shown


def test_it_can_be_dismissed_again_and_stays_away_until_half_as_much_comes_on_top(dismissed, finds, mira, alice, boris):
    finds(find(alice, boris, figure=15))
    dismissing.dismiss(NAME, find_key(mira), reason="Still brothers.", staff=mira)
    finds(find(alice, boris, figure=22))
    assert not list_names(mira)
    assert Dismissal.objects.get().reason == "Still brothers."
    assert LoggedAction.objects.count() == 2


def test_other_people_and_other_games_are_others(dismissed, finds, mira, alice, boris, carol):
    finds(find(alice, carol, figure=10), find(alice, figure=10), find(alice, boris, figure=10, games=(1,)))
    assert len(list_names(mira)) == 3


def test_the_log_says_who_dismissed_what_and_why(dismissed, mira, alice):
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.person, row.reason) == ("dismiss_signal", mira, alice, "Brothers.")
    assert row.what == "Signal dismissed: Says so: Alice and Boris, numbers."


REFUSED = {
    "no reason": ({"reason": " "}, "no_reason"),
    "not there": ({"key": "x"}, "gone"),
    "of another signal": ({"signal": "shared"}, "gone"),
    "of none": ({"signal": ""}, "gone"),
    "about oneself": ({"staff": "zoe"}, "gone"),
    "with ties": ({"staff": "tied"}, "concerned"),
    "no moderator": ({"staff": "alice"}, "not_yours"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_dismissed_is_refused(monkeypatch, finds, mira, zoe, alice, boris, case):
    finds(find(alice, boris, zoe))
    more, code = REFUSED[case]
    monkeypatch.setattr(ranking, "may_see", lambda reader, found: reader not in (zoe,))
    said = {"signal": NAME, "key": find_key(mira), "reason": "Brothers.", "staff": "mira", **more}
    if said["signal"] != NAME:
        finds()
    if said["staff"] == "tied":
        GameFactory(first=mira, second=alice)
        said["staff"] = "mira"
    who = {"mira": mira, "zoe": zoe, "alice": alice}[said.pop("staff")]
    with pytest.raises(Refusal) as refused:
        dismissing.dismiss(said.pop("signal"), said.pop("key"), **said, staff=who)
    assert refused.value.code == code
    assert not Dismissal.objects.exists()
    assert not LoggedAction.objects.exists()


@pytest.fixture
def lost(pattern, alice, boris):
    """Alice loses many games on time."""
    play(pattern, alice, boris, times=5, termination="time", winner=1, ply=30)


def test_staff_dismiss_it_on_the_page(lost, staff, mira, alice):
    fields = {"signal": "time_outs", "found": find_key(mira)}
    answer = staff.post(f"{PAGE}?kind=time_outs", {**fields, "reason": "She was ill."})
    assert (answer.status_code, answer.url) == (302, f"{PAGE}?kind=time_outs")
    assert "5 of 6 lost on time" not in staff.get(PAGE).content.decode()
    assert "She was ill." in staff.get(reverse("moderation_person", args=["Alice"])).content.decode()


def test_without_a_reason_the_page_asks_for_one(lost, staff, mira):
    answer = staff.post(PAGE, {"signal": "time_outs", "found": find_key(mira), "reason": ""})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Please give a reason" in text
    assert '<details class="action" open>' in text


def test_what_is_gone_meanwhile_is_told_and_what_was_written_is_shown(lost, staff, mira):
    answer = staff.post(PAGE, {"signal": "time_outs", "found": "x" * 64, "reason": "She was ill."})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "no longer among the signals" in text
    assert "She was ill." in text


@pytest.mark.parametrize("fields", [{}, {"signal": "x" * 41, "found": "y" * 65, "reason": "Why"}, {"found": "\0"}])
def test_a_form_that_no_page_has_is_refused(lost, staff, fields):
    assert staff.post(PAGE, fields).status_code == 422
    assert not Dismissal.objects.exists()


def test_players_can_dismiss_nothing(lost, client, alice, mira):
    client.force_login(alice)
    assert client.post(PAGE, {"signal": "time_outs", "found": find_key(mira), "reason": "No."}).status_code == 403

"""What a comparison is held against: figures of others, whom the site has compared by itself; and whose it is."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.own_data import closing, exports
from computers import comparison, tasks
from computers.comparison import A_DAY, LASTS, Share, add_up
from computers.models import Comparison
from engine.contract import Side
from games import play
from tests.computers.conftest import make_game, work
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]

DAY = timedelta(days=1)


# --- The figures -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("same", "turns", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (84, 200, 0.3537, 0.4892)],
)
def test_the_interval_is_wilsons(same, turns, low, high):
    assert Share(same, turns).interval == pytest.approx((low, high), abs=5e-4)


def test_the_figure_of_others_is_of_all_their_turns_and_says_where_the_middle_half_is():
    base = add_up([(10, 100), (20, 100), (30, 100), (40, 100), (100, 200)])
    assert (base.share, base.people, base.middle) == (Share(200, 600), 5, pytest.approx((0.2, 0.4)))
    assert add_up([(1, 2)] * 3).middle is None
    assert add_up([]).share.value == 0


def keep(person, *, same=10, turns=100, games=20, done=True, days_ago=1) -> Comparison:
    at = timezone.now() - days_ago * DAY
    counted = {"same": same, "turns": turns, "games": games}
    return Comparison.objects.create(person=person, asked_at=at, done_at=at if done else None, **counted)


def test_others_count_with_their_last_comparison_if_they_have_enough_games(alice, boris, carol):
    keep(alice)
    keep(boris, same=90, days_ago=30)
    keep(boris, same=20)
    keep(carol, games=19)
    keep(UserFactory(), turns=0, same=0)
    keep(UserFactory(), done=False)
    base = comparison.read_base(but=alice)
    assert (base.share, base.people) == (Share(20, 100), 1)


# --- The base ----------------------------------------------------------------------------------------------------
@pytest.fixture
def busy(monkeypatch, alice, boris, over):
    """Alice and Boris have finished enough games."""
    monkeypatch.setattr(comparison, "ENOUGH_GAMES", 1)


def test_a_few_people_a_day_are_compared_by_the_site_itself(busy, alice, boris, carol, judged, asked):
    now = timezone.now()
    assert comparison.ask_for_base(now=now) == 2
    assert asked[-1] == "reviewer"
    assert {row.person for row in Comparison.objects.filter(asked_by=None)} == {alice, boris}
    work()
    assert comparison.ask_for_base(now=now + DAY) == 0, "they are known"
    assert comparison.ask_for_base(now=now + LASTS + DAY) == 2


def test_no_more_than_so_many_are_drawn_in_a_day(busy, carol, alice, judged):
    for _ in range(3):
        make_game(carol, UserFactory())
    now = timezone.now()
    assert comparison.ask_for_base(now=now) == A_DAY
    work()
    assert comparison.ask_for_base(now=now + timedelta(hours=23)) == 0
    assert comparison.ask_for_base(now=now + timedelta(hours=25)) == A_DAY


def test_none_are_drawn_while_they_wait_for_a_worker(busy, judged, monkeypatch):
    monkeypatch.setattr(comparison, "A_DAY", 1)
    now = timezone.now()
    assert comparison.ask_for_base(now=now) == 1
    assert comparison.ask_for_base(now=now + 2 * DAY) == 0


def test_nobody_is_drawn_with_too_few_games_and_no_computer(over, alice, against):
    game = against()
    play.resign(game.pk, side=Side(game.seats.get(user=alice).side))
    assert tasks.compare_some() == 0


# --- Whose it is -------------------------------------------------------------------------------------------------
def test_the_person_has_it_in_the_copy_of_their_data_without_who_asked(alice, mira):
    keep(alice)
    Comparison.objects.update(asked_by=mira)
    copy = "".join(exports.write(alice, now=timezone.now()))
    assert "comparisons_with_the_computer" in copy
    assert "Mira" not in copy


def test_it_goes_with_the_account(alice, boris, mira):
    keep(alice)
    kept = keep(boris)
    Comparison.objects.update(asked_by=alice)
    closing.ask(alice)
    closing.close_due(now=timezone.now() + 8 * DAY)
    assert list(Comparison.objects.values_list("pk", "asked_by")) == [(kept.pk, None)]

"""Nobody loses on time untold, whatever started the clock: each way once, of a reader who wants only what is urgent and
no reminders; and that it is seen where the site no longer sees to it."""

import pytest

from engine.contract import Side
from games import clock
from games.models import Game
from notifications.models import Mode
from tests.actions.scene import DAY, HOUR, MINUTE
from tests.sharing import begin_with
from tests.stateful.put_back import FAULTS

TURN = {"number": 0, "expected": False, "remark": False}
QUIET = (22, 8)


def open_game(told, *, days: int = 3, mode: str = Mode.URGENT, reminders: list[str] | None = None) -> None:
    told.open(control=clock.Days(days))
    wanted = [] if reminders is None else reminders
    told.save_preferences(number=0, mode=mode, hour=8, quiet=QUIET, reminders=wanted)


def begin(told) -> None:
    open_game(told, days=1)


def agree_to_take_back(told) -> None:
    """With twenty minutes left."""
    open_game(told)
    told.wait(length=3 * DAY - 20 * MINUTE, rounds=2)
    told.play_turn(choice=0, **TURN)
    told.wait(length=11 * HOUR, rounds=2)
    told.agree(number=0, side=Side.FIRST, kind="takeback", days=1, hours=3)


def take_back_by_staff(told) -> None:
    open_game(told)
    told.wait(length=3 * DAY - 20 * MINUTE, rounds=2)
    told.play_turn(choice=0, **TURN)
    told.wait(length=11 * HOUR, rounds=2)
    told.take_back(number=0, turns=1)


def pause_with_half_an_hour(told) -> None:
    open_game(told, reminders=["1h"])
    told.wait(length=3 * DAY - 30 * MINUTE, rounds=6)
    told.agree(number=0, side=Side.FIRST, kind="pause", days=1, hours=50)
    told.wait(length=11 * HOUR, rounds=2)


def agree_to_resume(told) -> None:
    pause_with_half_an_hour(told)
    told.agree(number=0, side=Side.FIRST, kind="resume", days=1, hours=3)


def agree_oneself_to_resume(told) -> None:
    """Nothing is given then."""
    pause_with_half_an_hour(told)
    told.agree(number=0, side=Side.SECOND, kind="resume", days=1, hours=3)


def resume_by_staff(told) -> None:
    pause_with_half_an_hour(told)
    told.resume_by_staff(number=0)


def let_a_pause_end(told) -> None:
    pause_with_half_an_hour(told)


def bring_forward(told) -> None:
    open_game(told)
    told.wait(length=11 * HOUR, rounds=2)
    told.move_deadline(number=0, more=-24)


def reopen(told) -> None:
    open_game(told)
    told.resign(number=0, side=Side.FIRST, sure=4)
    told.wait(length=11 * HOUR, rounds=2)
    told.reopen(number=0)


def lift_a_suspension(told) -> None:
    open_game(told)
    told.restrict(number=0, name="suspend", hours=200, games="lost")
    told.wait(length=11 * HOUR, rounds=2)
    assert Game.objects.get().is_over
    told.reverse(number=0)
    assert not Game.objects.get().is_over


WAYS = [
    agree_to_take_back,
    agree_to_resume,
    let_a_pause_end,
    begin,
    take_back_by_staff,
    agree_oneself_to_resume,
    resume_by_staff,
    bring_forward,
    reopen,
    lift_a_suspension,
]
GIVEN = [agree_to_resume, agree_to_take_back, take_back_by_staff, resume_by_staff]
AFTER_A_PAUSE = [agree_to_resume, agree_oneself_to_resume, resume_by_staff, let_a_pause_end]
SEEN = [
    *zip(("19a", "19b", "19c"), (agree_to_take_back, begin, let_a_pause_end), strict=True),
    *(("19a", way) for way in GIVEN),
    *(("19b", way) for way in WAYS if way not in AFTER_A_PAUSE),
    *(("19c", way) for way in AFTER_A_PAUSE),
]


def lose_on_time(told, way) -> None:
    way(told)
    told.wait(length=4 * DAY, rounds=6)
    assert Game.objects.get().termination == "time"
    assert told.machine.site.reach.asked == 1, "Alice could be told all the while"


@pytest.mark.parametrize("way", begin_with(3, WAYS))
@pytest.mark.late
def test_nobody_loses_on_time_untold_whatever_started_the_clock(told, way):
    lose_on_time(told, way)


@pytest.mark.parametrize(("fault", "way"), begin_with(3, list(dict.fromkeys(SEEN))))
@pytest.mark.late
def test_the_machine_sees_it_when_the_fault_is_put_back(told, fault, way):
    with FAULTS[fault].put_back(), pytest.raises(AssertionError, match=FAULTS[fault].seen):
        lose_on_time(told, way)

"""What pauses a standing challenge and resumes it by itself: a vacation, a restriction, 14 days without a visit."""

from datetime import timedelta

import pytest

from accounts.conduct import restrictions
from accounts.limiting.limits import DAY, HOUR
from accounts.time_off import vacation
from competition.standing import keeping, room
from competition.standing.room import find_due, refresh_due
from tests.competition.standing.conftest import NOON, is_listed, see
from tests.factories import give_vacation

MOMENT = timedelta(seconds=1)


def is_open(standing, *, now) -> bool:
    """Whether it is listed after the minute's round."""
    refresh_due(now)
    assert refresh_due(now) == 0, "what has been looked at is not due again"
    standing.refresh_from_db()
    listed = is_listed(standing, now=now)
    assert listed == (not standing.paused)
    assert (standing.look_at is not None) == listed
    return listed


def test_it_is_paused_from_14_days_after_the_last_visit_until_the_next(stand, alice, pauses):
    standing = stand()
    assert is_open(standing, now=NOON + 14 * DAY - MOMENT)
    assert not is_open(standing, now=NOON + 14 * DAY)
    assert (standing.paused, pauses) == ("unseen", [(alice.pk, [standing.pk], "unseen")])
    assert not is_open(standing, now=NOON + 60 * DAY)
    see(alice, NOON + 60 * DAY)
    assert is_open(standing, now=NOON + 60 * DAY + MOMENT)
    assert standing.look_at == NOON + 60 * DAY + MOMENT
    assert len(pauses) == 1


def test_a_visit_puts_the_14_days_off(stand, alice):
    standing = stand()
    see(alice, NOON + 10 * DAY)
    assert is_open(standing, now=NOON + 23 * DAY)
    assert not is_open(standing, now=NOON + 24 * DAY)


def test_it_is_paused_for_a_vacation_that_is_set_ahead(stand, alice, pauses):
    standing = stand()
    alice = give_vacation(alice, days=9, now=NOON)
    vacation.book(alice, from_at=NOON + DAY, until_at=NOON + 3 * DAY, now=NOON)
    assert is_open(standing, now=NOON + DAY - MOMENT)
    assert not is_open(standing, now=NOON + DAY)
    assert pauses == [(alice.pk, [standing.pk], "vacation")]
    assert is_open(standing, now=NOON + 3 * DAY)


def test_a_vacation_pauses_at_once_and_its_end_resumes_at_once(stand, alice):
    standing = stand()
    set_now = vacation.book(give_vacation(alice, days=9, now=NOON), from_at=NOON, until_at=NOON + 5 * DAY, now=NOON)
    assert not is_listed(standing, now=NOON)
    vacation.end(alice, vacation_id=set_now.pk, now=NOON + DAY)
    assert is_listed(standing, now=NOON + DAY)
    assert find_due(NOON + 5 * DAY) == []


def test_a_vacation_that_is_cancelled_before_it_begins_pauses_nothing(stand, alice):
    standing = stand()
    ahead = vacation.book(give_vacation(alice, days=9, now=NOON), from_at=NOON + DAY, until_at=NOON + 5 * DAY, now=NOON)
    vacation.end(alice, vacation_id=ahead.pk, now=NOON + HOUR)
    assert is_open(standing, now=NOON + 2 * DAY)


def test_a_day_that_is_used_automatically_pauses_nothing(stand, alice):
    standing = stand()
    alice = give_vacation(alice, days=9, now=NOON)
    vacation.take_day(alice, at=NOON, now=NOON)
    assert is_open(standing, now=NOON + HOUR)


@pytest.mark.parametrize(
    ("kind", "rated", "is_paused"),
    [
        ("barred_open", False, True),
        ("barred", False, True),
        ("suspended", False, True),
        ("barred_rated", True, True),
        ("barred_rated", False, False),
        ("muted", True, False),
        ("warned", True, False),
    ],
)
def test_it_is_paused_while_its_owner_may_not_play_such_games(stand, alice, admin, pauses, kind, rated, is_paused):
    standing = stand(rated=rated)
    games = {"games": "go_on"} if kind == "suspended" else {}
    until = None if kind == "warned" else NOON + 2 * DAY
    laid = restrictions.impose(alice, kind, reason="Reason.", by=admin, until=until, now=NOON, **games)
    assert is_open(standing, now=NOON + HOUR) is not is_paused
    assert pauses == ([(alice.pk, [standing.pk], "restricted")] if is_paused else [])
    if until:
        restrictions.end_due(now=until)
    else:
        restrictions.close(laid.pk, how="seen", now=NOON + 2 * DAY)
    assert is_open(standing, now=NOON + 2 * DAY)


def test_lifted_it_goes_on_at_once(stand, alice, admin):
    standing = stand()
    laid = restrictions.impose(alice, "barred", reason="Reason.", by=admin, now=NOON)
    restrictions.close(laid.pk, how="lifted", now=NOON + HOUR)
    assert is_listed(standing, now=NOON + HOUR)


def test_all_of_a_player_are_told_of_as_one_and_one_that_is_paused_by_hand_stays_so(stand, alice, boris, pauses):
    one, other, by_hand = stand(), stand(presets=["days-7"]), stand(presets=["bank"])
    stand(owner=boris)
    keeping.pause(by_hand.pk, owner=alice, now=NOON)
    see(boris, NOON + DAY)
    refresh_due(NOON + 14 * DAY)
    assert pauses == [(alice.pk, [one.pk, other.pk], "unseen")]
    see(alice, NOON + 14 * DAY)
    refresh_due(NOON + 14 * DAY)
    by_hand.refresh_from_db()
    assert (is_listed(one), is_listed(other), is_listed(by_hand), by_hand.paused) == (True, True, False, "hand")


def test_a_vacation_of_somebody_unseen_is_no_news(stand, alice, pauses):
    """Only whether it is paused is told, and not that there is another reason."""
    standing = stand()
    alice = give_vacation(alice, days=9, now=NOON)
    vacation.book(alice, from_at=NOON + 16 * DAY, until_at=NOON + 18 * DAY, now=NOON)
    whys = []
    for days in (14, 16, 18):
        assert not is_open(standing, now=NOON + days * DAY)
        whys.append(standing.paused)
    assert (whys, len(pauses)) == (["unseen", "vacation", "unseen"], 1)


def test_what_is_due_is_found_by_three_queries_and_what_fails_stops_no_other(
    stand, alice, boris, django_assert_num_queries, monkeypatch
):
    one, other = stand(), stand(owner=boris)
    with django_assert_num_queries(3):
        assert find_due(NOON + 13 * DAY) == []
    usual = room.refresh
    monkeypatch.setattr(room, "refresh", lambda ids, *, now: 1 / 0 if ids == [alice.pk] else usual(ids, now=now))
    assert refresh_due(NOON + 14 * DAY) == 1
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.paused, other.paused) == ("", "unseen")

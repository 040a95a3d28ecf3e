"""How grave a report is in the queue: by its matter, and by its reporter's record."""

import pytest
from django.utils import timezone

from moderation import gravity, own_reports, queue, reports
from moderation.models import Report
from moderation.reasons import REASONS, find_reason
from tests.factories import UserFactory
from tests.moderation.staff import make_report
from tests.rows import each_row


@each_row(
    ("matter", "right", "answered", "found"),
    [
        (2, 0, 4, 2),
        (2, 4, 4, 2),
        (2, 0, 5, 3),
        (3, 0, 5, 4),
        (3, 1, 6, 4),
        (3, 1, 5, 3),
        (3, 3, 5, 3),
        (3, 4, 5, 2),
        (2, 5, 5, 1),
        (2, 79, 100, 2),
        (2, 80, 100, 1),
        (2, 19, 100, 3),
        (2, 20, 100, 2),
        (1, 0, 100, 1),
        (1, 100, 100, 1),
    ],
)
def test_the_record_of_the_reporter_moves_it_by_one_step(matter, right, answered, found):
    assert gravity.weigh(matter, right=right, answered=answered) == found


@each_row("reason", REASONS, ids=lambda each: each.name)
def test_no_record_makes_what_is_gravest_wait_and_none_moves_more_than_a_step(reason):
    for right in range(11):
        found = gravity.weigh(reason.gravity, right=right, answered=10)
        assert found >= 1
        assert abs(found - reason.gravity) <= 1
        assert reason.gravity != 1 or found == 1


def give_record(reporter, staff, **outcomes: int) -> None:
    for outcome, number in outcomes.items():
        for _ in range(number):
            made = make_report(reporter, about=UserFactory(), matter="words")
            if outcome == "withdrawn":
                own_reports.withdraw(made.pk, reporter=reporter)
            elif outcome != "waits":
                reports.answer(made.pk, outcome=outcome, answer="", reason="Seen it.", staff=staff)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({}, 2),
        ({"no_breach": 5}, 3),
        ({"no_breach": 4, "withdrawn": 3, "unclear": 1, "waits": 1}, 2),
        ({"acted": 5}, 1),
        ({"acted": 4, "no_breach": 1}, 1),
        ({"acted": 4, "unclear": 2, "withdrawn": 2}, 2),
        ({"acted": 3, "no_breach": 2}, 2),
    ],
)
def test_it_is_stored_as_the_report_is_made(alice, boris, mira, record, found):
    give_record(alice, mira, **record)
    made = make_report(alice, about=boris, matter="spam")
    assert Report.objects.get(pk=made.pk).gravity == found
    give_record(UserFactory(), mira, no_breach=5)
    made.refresh_from_db()
    assert made.gravity == found


@pytest.mark.django_db
def test_the_queue_goes_by_it(alice, boris, carol, mira):
    give_record(alice, mira, no_breach=6)
    make_report(alice, about=boris, matter="spam")
    make_report(boris, about=carol, matter="spam")
    assert [group.first.about for group in queue.Desk(mira, now=timezone.now()).list_groups().groups] == [carol, boris]
    assert find_reason("spam").gravity == 2


@pytest.mark.django_db
def test_what_weighs_less_than_all_matters_is_still_counted(alice, boris, carol, mira):
    give_record(alice, mira, no_breach=6)
    assert make_report(alice, about=boris, matter="other").gravity == 4
    make_report(boris, about=carol, matter="other")
    assert queue.Desk(mira, now=timezone.now()).count_by_gravity()[3] == "2"

"""Reports follow their decision: undone they are open again, an upheld appeal puts right who was right."""

import pytest
from django.utils import timezone

from accounts.models import Restriction, User
from core.refusal import Refusal
from moderation import acting, appeals, gravity
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction, Report
from notifications.models import Notice
from notifications.registry import KINDS
from tests.before_and_after import read_all, read_reports
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import make_report
from tests.moderation.test_deciding import make_order

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ten(boris) -> list[Report]:
    return [make_report(UserFactory(), about=boris) for _ in range(10)]


def mute(staff: User, person: User, made: list[Report], name: str = "mute") -> LoggedAction:
    order = make_order(staff, report=made[0] if made else None, settles=tuple(each.pk for each in made))
    acting.perform(ACTIONS.get(name), person, order=order)
    return LoggedAction.objects.filter(action=name).latest("pk")


def list_told(made: list[Report], *, corrected: bool = False) -> int:
    told = Notice.objects.filter(kind="report_result", channel="inbox", recipient__in=[each.reporter for each in made])
    return sum(bool(each.payload.get("corrected")) == corrected for each in told)


def test_muting_somebody_with_ten_reports_writes_one_line(mira, boris, ten):
    row = mute(mira, boris, ten)
    assert LoggedAction.objects.count() == 1
    assert row.what.endswith("10 reports answered.")
    assert row.after["answered"] == [each.pk for each in ten]
    assert set(Report.objects.values_list("outcome", flat=True)) == {"acted"}
    assert list_told(ten) == 10


def test_after_an_act_and_its_undoing_all_reads_as_before(mira, alice, boris, ten):
    game = GameFactory(first=alice, second=boris, rated=True, turns=["Md1-c1"])
    before = read_all(game)
    acting.undo(mute(mira, boris, ten), order=make_order(mira))
    assert read_all(game) == before
    assert all(each.is_open for each in Report.objects.all())


def test_the_same_of_a_decision_about_a_game(mira, alice, boris):
    game = GameFactory(first=alice, second=boris, rated=True, turns=["Md1-c1"])
    report = make_report(alice, about=boris, thing=None, game=game)
    before = read_all(game)
    order = make_order(mira, report=report, settles=(report.pk,))
    acting.perform(ACTIONS.get("void"), game, order=order)
    assert not Report.objects.get().is_open
    acting.undo(LoggedAction.objects.get(), order=make_order(mira))
    assert read_all(game) == before


def test_a_report_that_is_open_again_is_answered_and_told_anew(mira, boris, ten):
    acting.undo(mute(mira, boris, ten), order=make_order(mira))
    mute(mira, boris, ten, "warn")
    assert list_told(ten) == 20


def test_where_the_same_is_reported_anew_the_first_counts_for_nothing(mira, alice, boris):
    report = make_report(alice, about=boris)
    row = mute(mira, boris, [report])
    make_report(alice, about=boris)
    acting.undo(row, order=make_order(mira))
    report.refresh_from_db()
    assert report.outcome == "unclear"


def test_an_upheld_appeal_tells_both_sides_and_puts_right_who_was_right(mira, zoe, boris, ten):
    mute(mira, boris, ten)
    reporter = ten[0].reporter
    assert gravity.read_record(reporter) == (1, 1)
    appeal = appeals.make(Restriction.objects.get(), text="I only said hello.")
    appeals.answer(appeal.pk, outcome="reversed", answer="You are right.", staff=zoe)
    assert gravity.read_record(reporter) == (0, 1)
    assert list_told(ten, corrected=True) == 10
    assert Notice.objects.filter(recipient=boris, kind="appeal_answered").exists()
    assert set(Report.objects.values_list("outcome", "answered_by")) == {("no_breach", zoe.pk)}


def test_each_change_of_the_verdict_is_told_once(mira, zoe, boris, ten):
    """Answered, undone, answered anew, and so on, and put right by an appeal; no staff whom it concerns see any."""
    for told in range(1, 4):
        row = mute(mira, boris, ten)
        assert list_told(ten) == 10 * told
        if told < 3:
            acting.undo(row, order=make_order(mira))
    appeal = appeals.make(Restriction.objects.get(closed_at=None), text="I only said hello.")
    appeals.answer(appeal.pk, outcome="reversed", answer="You are right.", staff=zoe)
    assert list_told(ten, corrected=True) == 10
    hidden = Notice.objects.filter(KINDS.get("report_result").find_hidden(ten[0].reporter), kind="report_result")
    assert set(hidden.values_list("recipient", flat=True)) == {ten[0].reporter_id}
    assert hidden.filter(channel="inbox").count() == 4


def test_an_appeal_that_is_not_upheld_changes_no_report(mira, zoe, boris, ten):
    mute(mira, boris, ten)
    before = read_reports([boris.pk])
    appeal = appeals.make(Restriction.objects.get(), text="I only said hello.")
    appeals.answer(appeal.pk, outcome="upheld", answer="It stands.", staff=zoe)
    assert read_reports([boris.pk]) == before
    assert list_told(ten, corrected=True) == 0


def test_what_another_measure_for_the_same_report_stands_for_stays_answered(mira, boris, ten):
    row = mute(mira, boris, ten)
    order = make_order(mira, report=Report.objects.get(pk=ten[0].pk))
    acting.perform(ACTIONS.get("warn"), boris, order=order)
    acting.undo(row, order=make_order(mira))
    opened = set(Report.objects.filter(answered_at=None).values_list("pk", flat=True))
    assert opened == {each.pk for each in ten[1:]}


def test_what_is_refused_answers_nothing(mira, boris, ten):
    order = make_order(mira, settles=tuple(each.pk for each in ten))
    with pytest.raises(Refusal):
        acting.perform(ACTIONS.get("take_rated_out_since"), boris, order=order_since(order))
    assert all(each.is_open for each in Report.objects.all())


def order_since(order):
    order.answers["since"] = timezone.localdate()
    return order

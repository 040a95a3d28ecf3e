"""Several measures, also against two accounts of one person, in one decision: one case, each undone by itself."""

from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.models import Restriction
from moderation import acting
from moderation.models import LoggedAction, Report
from notifications.models import Notice
from notifications.registry import KINDS
from notifications.wording.describing import describe
from tests.factories import GameFactory
from tests.moderation.staff import act, make_report
from tests.moderation.test_deciding import make_order
from tests.moderation.test_signals import be_seen

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def linked(boris, carol):
    """Boris and Carol, who share a telephone."""
    be_seen(boris, carol, key="a telephone")
    return boris, carol


def list_laid() -> set[tuple[str, str]]:
    return set(Restriction.objects.filter(closed_at=None).values_list("user__username", "kind"))


def read_offered(page) -> str:
    return page.content.decode()


def test_the_page_offers_further_measures_and_accounts_that_share_a_device(staff, linked, alice):
    page = read_offered(staff.get(reverse("moderation_act_on_person", args=["Boris", "warn"])))
    _, carol = linked
    assert f'value="suspend-{carol.pk}"' in page
    assert f'value="warn-{carol.pk}"' in page
    assert f'value="warn-{linked[0].pk}"' not in page, "that is the action itself"
    assert f'value="warn-{alice.pk}"' not in page


def test_a_report_of_two_accounts_offers_the_other(staff, alice, boris, carol):
    report = make_report(alice, about=boris, matter="accounts", second=carol)
    page = reverse("moderation_act_on_person", args=["Boris", "warn"])
    assert f'value="warn-{carol.pk}"' in read_offered(staff.get(f"{page}?report={report.pk}"))


def test_the_pages_that_show_all_actions_get_no_dearer(staff, linked):
    text = staff.get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert 'name="further"' not in text


def test_one_account_is_warned_and_the_other_suspended_in_one_decision(staff, mira, linked):
    boris, carol = linked
    said = {"further": [f"suspend-{carol.pk}"], "further_length_suspend": "30"}
    assert act(staff, boris, "warn", **said).status_code == 302
    assert list_laid() == {("Boris", "warned"), ("Carol", "suspended")}
    rows = list(LoggedAction.objects.order_by("pk"))
    assert [(row.action, row.person.username) for row in rows] == [("warn", "Boris"), ("suspend", "Carol")]
    assert len({(row.done_at, row.by_id, row.told) for row in rows}) == 1
    assert all("One decision: Warn (Boris) and Suspend (Carol)." in row.told_what for row in rows)
    until = Restriction.objects.get(user=carol).until_at
    assert until - rows[0].done_at == timedelta(days=30)
    told = Notice.objects.filter(kind="restricted", channel="email").values_list("recipient", flat=True)
    assert sorted(told) == sorted([boris.pk, carol.pk])


def test_both_are_suspended_as_above(staff, linked):
    boris, carol = linked
    said = {"length": "90", "games": "go_on", "further": [f"suspend-{carol.pk}"], "further_length_suspend": ""}
    assert act(staff, boris, "suspend", **said).status_code == 302
    assert len(set(Restriction.objects.values_list("kind", "until_at"))) == 1
    assert Restriction.objects.count() == 2


def test_several_measures_against_one_person_each_with_its_length_are_told_in_one_message(staff, mira, boris):
    said = {"length": "3", "further": [f"{each}-{boris.pk}" for each in ("bar_rated", "warn", "bar_reports")]}
    said |= {"further_length_bar_rated": "30", "further_length_bar_reports": ""}
    assert act(staff, boris, "mute", **said).status_code == 302
    laid = Restriction.objects.order_by("pk").values_list("kind", "from_at", "until_at")
    days = {kind: until and (until - since).days for kind, since, until in laid}
    assert days == {"muted": 3, "barred_rated": 30, "warned": None, "barred_reports": 3}
    assert Notice.objects.filter(recipient=boris, kind="restricted", channel="inbox").count() == 1
    notice = Notice.objects.get(recipient=boris, kind="restricted", channel="email")
    line = str(KINDS.get("restricted").say(notice))
    for mail in ("body.txt", "body.html"):
        text = render_to_string(f"notifications/restricted/{mail}", describe(notice, now=timezone.now()))
        told = ("write to other players", "start rated games", "been warned", "report anybody")
        assert all(each in text and each in line for each in told)
        assert text.count("What this means, and how to appeal") == 4
    acting.undo(LoggedAction.objects.earliest("pk"), order=make_order(mira))
    context = describe(notice, now=timezone.now())
    assert "write to other players" not in str(context), "a mail that was late tells what stands"
    assert len(context["others"]) == 2


def test_for_good_beside_what_has_an_end_lasts_as_long_as_that_may(staff, boris):
    said = {"length": "good", "further": [f"bar_rated-{boris.pk}"], "further_length_bar_rated": ""}
    assert act(staff, boris, "mute", **said).status_code == 302
    laid = dict(Restriction.objects.values_list("kind", "until_at"))
    assert laid["muted"] is None
    assert laid["barred_rated"] is not None


def test_the_preview_names_each_measure_and_changes_nothing(staff, linked):
    boris, carol = linked
    said = {"further": [f"mute-{carol.pk}"], "further_length_mute": "7", "preview": "1"}
    text = act(staff, boris, "warn", **said).content.decode()
    assert "Mute, Carol: The person reads: You " in text
    assert f'value="mute-{carol.pk}" id' in text
    assert list_laid() == set()


def test_rated_games_go_out_and_the_other_account_is_warned(staff, alice, linked):
    boris, carol = linked
    GameFactory(first=boris, second=carol, rated=True)
    GameFactory(first=alice, second=boris, rated=True)
    said = {"since": "2000-01-01", "further": [f"warn-{carol.pk}"]}
    assert act(staff, boris, "take_rated_out_since", **said).status_code == 302
    assert list_laid() == {("Boris", "warned"), ("Carol", "warned")}


def test_reports_on_either_are_answered_and_stay_so_while_a_measure_stands(staff, zoe, alice, linked):
    boris, carol = linked
    first, second = make_report(alice, about=boris), make_report(alice, about=carol)
    page = reverse("moderation_act_on_person", args=["Boris", "warn"])
    assert f"Report {second.pk} about Carol" in read_offered(staff.get(page))
    said = {"answers": ["others"], "newest": str(first.pk), "further": [f"mute-{carol.pk}"], "further_length_mute": "7"}
    assert act(staff, boris, "warn", **said, further_reports=[str(second.pk)]).status_code == 302
    assert set(Report.objects.values_list("outcome", flat=True)) == {"acted"}
    warned, muted = LoggedAction.objects.order_by("pk")
    acting.undo(muted, order=make_order(zoe))
    assert list_laid() == {("Boris", "warned")}
    assert set(Report.objects.values_list("outcome", flat=True)) == {"acted"}, "the warning stands"
    acting.undo(warned, order=make_order(zoe))
    assert all(each.is_open for each in Report.objects.all())


def test_reports_about_an_account_that_is_not_ticked_stay_open(staff, alice, linked):
    boris, carol = linked
    report = make_report(alice, about=carol)
    said = {"further": [f"bar-{boris.pk}"], "further_length_bar": "7", "further_reports": [str(report.pk)]}
    assert act(staff, boris, "warn", **said).status_code == 302
    report.refresh_from_db()
    assert report.is_open


def test_all_is_refused_where_one_measure_is(staff, mira, linked):
    """Mira plays Carol, whom somebody else has to judge."""
    boris, carol = linked
    GameFactory(first=mira, second=carol)
    act(staff, boris, "warn", further=[f"warn-{carol.pk}"])
    assert list_laid() == set()
    assert not LoggedAction.objects.exists()


@pytest.mark.parametrize("value", ["warn-{alice}", "void-{carol}", "warn", "note-{carol}"])
def test_what_was_not_offered_is_refused(staff, alice, linked, value):
    boris, carol = linked
    chosen = value.format(alice=alice.pk, carol=carol.pk)
    assert act(staff, boris, "warn", further=[chosen]).status_code == 422
    assert list_laid() == set()

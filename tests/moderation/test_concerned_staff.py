"""Staff see no report that concerns them: neither in the list, nor by its number, nor by what they could ask of it."""

from itertools import product

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.refusal import Refusal
from mastery_site.moderators import MODERATORS
from moderation import reports
from moderation.models import Report
from tests.administration import enter
from tests.factories import GameFactory, UserFactory
from tests.sharing import begin_with

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TEXT = "A very particular complaint."
LIST = reverse("admin:moderation_report_changelist")
CASES = {
    "reported": lambda staff, alice, boris: reports.make(alice, about=staff, matter="words", text=TEXT),
    "reporter": lambda staff, alice, boris: reports.make(staff, about=boris, matter="words", text=TEXT),
    "player": lambda staff, alice, boris: reports.make(
        alice, about=boris, matter="words", text=TEXT, game=GameFactory(first=staff, second=boris)
    ),
}
OTHERS = ["nobody", "closed", "concerned"]
every_case = pytest.mark.parametrize("case", CASES)


def make_moderator(name: str):
    user = UserFactory(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name=MODERATORS))
    return user


@pytest.fixture
def mira():
    return make_moderator("Mira")


def sees(client, user, report: Report) -> set[str]:
    """Through which pages of the administration this report can be seen, or that there is one."""
    enter(client, user)
    kind = ContentType.objects.get_for_model(Report).pk
    pages = {
        "list": LIST,
        "filter": f"{LIST}?state=open",
        "search by number": f"{LIST}?q={report.pk}",
        "search by name": f"{LIST}?q={report.about}",
        "search by reporter": f"{LIST}?q={report.reporter}",
    }
    found = {name for name, page in pages.items() if client.get(page).context["cl"].result_count}
    by_number = {
        "page": reverse("admin:moderation_report_change", args=[report.pk]),
        "history": reverse("admin:moderation_report_history", args=[report.pk]),
        "answer": reverse("moderation_report", args=[report.pk]),
        "on site": reverse("admin:view_on_site", args=[kind, report.pk]),
    }
    return found | {
        name
        for name, page in by_number.items()
        if client.get(page).headers.get("Location", "/admin/") != "/admin/" or client.get(page).status_code == 200
    }


ALL = {"list", "filter", "search by number", "search by name", "search by reporter", "page", "history", "answer"}


@every_case
def test_a_moderator_who_is_concerned_sees_nothing_and_another_everything(client, mira, alice, boris, case):
    report = CASES[case](mira, alice, boris)
    assert sees(client, mira, report) == set()
    assert sees(client, make_moderator("Nils"), report) == ALL


@every_case
def test_an_administrator_who_is_concerned_sees_nothing_where_there_is_another(client, admin, alice, boris, case):
    report = CASES[case](admin, alice, boris)
    other = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    assert sees(client, admin, report) == set()
    assert sees(client, other, report) == ALL


@pytest.mark.parametrize(
    ("case", "other"),
    begin_with(3, sorted(product(CASES, OTHERS), key=lambda each: list(CASES).index(each[0]) != OTHERS.index(each[1]))),
)
def test_the_only_administrator_sees_it_is_told_so_and_cannot_answer(client, admin, alice, boris, case, other):
    report = CASES[case](admin, alice, boris)
    if other != "nobody":
        second = UserFactory(is_staff=True, is_superuser=True, is_active=other != "closed")
        if other == "concerned":
            Report.objects.update(**({"about": second} if case != "reported" else {"reporter": second}))
            report.refresh_from_db()
    assert sees(client, admin, report) == ALL
    page = client.get(reverse("admin:moderation_report_change", args=[report.pk])).content.decode()
    assert "This report concerns you." in page
    deciding = reverse("moderation_report", args=[report.pk])
    page = client.get(deciding).content.decode()
    assert "This report concerns you." in page
    assert 'method="post" action="/moderation/' not in page
    said = {"outcome": "acted", "answer": "", "reason": "Plain."}
    assert client.post(deciding, said).status_code == 403
    report.refresh_from_db()
    assert report.is_open


@every_case
@pytest.mark.parametrize("answered", [False, True])
def test_the_function_itself_refuses_and_does_not_say_whether_it_was_answered(mira, alice, boris, case, answered):
    report = CASES[case](mira, alice, boris)
    said = {"outcome": "acted", "answer": "", "reason": "Plain."}
    if answered:
        reports.answer(report.pk, staff=make_moderator("Nils"), **said)
    with pytest.raises(Refusal) as refusal:
        reports.answer(report.pk, staff=mira, **said)
    assert (refusal.value.code, refusal.value.status) == ("concerned", 403)


def test_a_page_costs_the_same_with_many_reports(client, mira, alice, boris):

    enter(client, mira)

    def count(number: int) -> int:
        for _ in range(number):
            reports.make(UserFactory(), about=boris, matter="words", text=TEXT, game=GameFactory(first=alice))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(LIST).status_code == 200
        return len(queries)

    count(1)
    assert count(1) == count(6)

"""Staff see no report that concerns them: neither in the list, nor by its number, nor by what they could ask of it."""

import re
from datetime import timedelta
from inspect import getmodule, getsource
from itertools import product

import pytest
import time_machine
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.said import AS_TOLD
from games.models import Game
from mastery_site.administration.moderators import MODERATORS
from moderation import log, queue, reports
from moderation.models import Referral, Report
from notifications import registry
from notifications.models import Notice
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
def test_a_moderator_who_is_concerned_sees_nothing_and_another_everything(client, mira, admin, alice, boris, case):
    """What is about one of them is for administrators alone."""
    report = CASES[case](mira, alice, boris)
    assert sees(client, mira, report) == set()
    assert sees(client, make_moderator("Nils"), report) == (set() if case == "reported" else ALL)
    assert sees(client, admin, report) == ALL


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
def test_the_only_administrator_sees_it_and_answers_unless_it_is_about_them(client, admin, alice, boris, case, other):
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
    assert ("Somebody else has to decide this." in page) == (report.about == admin)
    said = {"outcome": "acted", "answer": "", "reason": "Plain."}
    assert client.post(deciding, said).status_code == (403 if report.about == admin else 302)
    report.refresh_from_db()
    assert report.is_open == (report.about == admin)
    assert Referral.objects.filter(kind="confirm", by=admin).exists() == (report.about != admin)


@every_case
@pytest.mark.parametrize("answered", [False, True])
def test_the_function_itself_refuses_and_does_not_say_whether_it_was_answered(mira, alice, boris, case, answered):
    report = CASES[case](mira, alice, boris)
    said = {"outcome": "acted", "answer": "", "reason": "Plain."}
    if answered:
        reports.answer(report.pk, staff=UserFactory(is_staff=True, is_superuser=True), **said)
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


# --- Not by any other page either --------------------------------------------------------------------------------
CHANGING = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]+"|nonce="[^"]+"')


def list_pages(staff, *, people) -> list[str]:
    """Every list that staff can see and search, and what they read of people. (The day's figures are sums alone.)"""
    found = [reverse(name) for name in ("moderation", "moderation_log", "moderation_signals")]
    found += [reverse("moderation_person", args=[each.username]) for each in people if each != staff]
    request = RequestFactory().get("/")
    request.user = staff
    for model, page in admin.site._registry.items():
        if page.has_view_permission(request):
            rows = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            found += [rows, *(f"{rows}?q={term}" for term in ("report:", "Alice"))]
            found += [f"{rows}?kind__exact=report_result"] * (model is Notice)
    return found


def read(staff, pages: list[str]) -> dict[str, str]:
    browser = enter(Client(), staff)
    return {page: CHANGING.sub("", browser.get(page, follow=True).content.decode()) for page in pages}


def list_changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {page for page in before if before[page] != after[page]}


@pytest.mark.parametrize("case", ["reported", "player"])
@pytest.mark.parametrize("role", ["moderator", "administrator"])
@pytest.mark.late
def test_no_page_tells_who_reported_them_also_once_it_is_answered(mira, admin, alice, boris, case, role):
    """Every page is as it was before there was a report; an administrator who is not concerned finds it."""
    nils, olga = make_moderator("Nils"), UserFactory(username="Olga", is_staff=True, is_superuser=True)
    reader = mira if role == "moderator" else admin
    game = GameFactory(first=reader, second=boris)
    about, where = (boris, {"game": game}) if case == "player" else (reader, {})
    with time_machine.travel(timezone.now(), tick=False):
        pages = {each: list_pages(each, people=[alice, boris]) for each in (reader, olga)}
        read(reader, pages[reader][:1])  # which makes their session
        read(olga, pages[olga][:1])
        before = {each: read(each, pages[each]) for each in (reader, olga)}
        report = reports.make(alice, about=about, matter="words", text=TEXT, **where)
        reports.answer(report.pk, outcome="no_breach", answer="We looked.", reason="Plain.", staff=olga)
        after = {each: read(each, pages[each]) for each in (reader, olga)}
    assert list_changed(before[reader], after[reader]) == set()
    notices = reverse("admin:notifications_notice_changelist")
    found = {reverse("moderation_person", args=["Alice"]), reverse("moderation_log"), LIST, notices}
    assert found | {f"{notices}?q=report:"} <= list_changed(before[olga], after[olga])
    for notice in Notice.objects.filter(kind="report_result"):
        page = reverse("admin:notifications_notice_change", args=[notice.pk])
        told = {each.username: "report:" in read(each, [page])[page] for each in (reader, nils, olga)}
        assert told == {reader.username: False, "Nils": False, "Olga": True}


def test_a_report_that_is_hidden_is_not_counted_in_the_queue(client, mira, alice, boris):
    """One is of a game of hers that has been over for long, so that she has no ties with him."""
    long_ago = timezone.now() - timedelta(days=100)
    over = GameFactory(first=mira, second=boris)
    Game.objects.update(started_at=long_ago, ended_at=long_ago, termination="agreement")
    for reporter, game in ((alice, None), (UserFactory(), over)):
        reports.make(reporter, about=boris, matter="words", text=TEXT, game=game)
    (group,) = queue.Desk(mira, now=timezone.now()).list_groups().groups
    assert (group.waiting, group.reporters) == (1, 1)
    (group,) = queue.Desk(make_moderator("Nils"), now=timezone.now()).list_groups().groups
    assert (group.waiting, group.reporters) == (2, 2)


def test_the_log_hides_actions_for_a_report_from_the_staff_it_concerns(mira, alice, boris):
    report = reports.make(alice, about=boris, matter="words", text=TEXT, game=GameFactory(first=mira, second=boris))
    log.write("warn", by=make_moderator("Nils"), person=boris, report=report, what=AS_TOLD(text="Warned."))
    assert not log.list_visible(mira).exists()
    assert log.list_visible(make_moderator("Olaf")).exists()


READ_ALL = {
    "moderation/reports.py": "is where it is decided who sees which",
    "moderation/gravity.py": "counts people's own",
    "moderation/own_reports.py": "is for people's own",
    "moderation/views/own_reports.py": "shows people their own",
    "moderation/views/reports.py": "shows people their own",
    "moderation/deciding.py": "asks whether somebody may decide",
    "moderation/corrected_reports.py": "follows what was decided by whoever could",
    "moderation/referrals.py": "gives back what those who hand over hold",
    "moderation/exporting.py": "gives people their own",
    "notifications/kinds/report_result.py": "tells people of their own",
    "notifications/kinds/report_grave.py": "tells each moderator of what they may answer",
}


def test_every_kind_of_notice_that_tells_of_reports_says_that_it_is_confidential():
    telling = {kind.name for kind in registry.KINDS.all() if "Report" in getsource(getmodule(type(kind)))}
    confidential = {kind.name for kind in registry.KINDS.all() if kind.is_confidential}
    assert telling == {"report_result", "report_grave"}
    assert confidential == telling | {"staff_digest"}

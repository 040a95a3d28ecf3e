"""What reporters do with their reports: several matters about one thing, additions, withdrawals."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from core.refusal import Refusal
from games.models import Game
from moderation import own_reports, queue, reports
from moderation.models import LoggedAction, Report
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory
from tests.marks import marked
from tests.moderation.staff import make_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(alice, boris) -> Report:
    """Alice's of Boris."""
    return make_report(alice, about=boris)


def page_of(report) -> str:
    return reverse("my_report", args=[report.pk])


def read(report) -> list[str]:
    report.refresh_from_db()
    return [text for _, text in report.added]


def answer(report, staff, outcome="acted"):
    reports.answer(report.pk, outcome=outcome, answer="", reason="Seen it.", staff=staff)


# --- Several matters ---------------------------------------------------------------------------------------------
def test_one_reporter_reports_several_matters_of_one_thing_each_once(as_alice, alice, boris, report):
    page = reverse("report", args=["Boris"])
    shown = as_alice.get(page).content.decode()
    assert "You’ve reported this already" in shown
    assert page_of(report) in shown
    assert as_alice.post(page, {"matter": "spam", "text": "And he advertises."}).status_code == 302
    refused = as_alice.post(page, {"matter": "words", "text": "Again and again."})
    assert refused.status_code == 409
    assert "You can add to it on the page of your reports" in refused.content.decode()
    assert "Again and again." in refused.content.decode()
    assert sorted(Report.objects.values_list("matter", flat=True)) == ["spam", "words"]


def test_an_answered_matter_may_be_reported_again(alice, boris, report, mira):
    answer(report, mira)
    assert make_report(alice, about=boris).is_open


# --- Additions ---------------------------------------------------------------------------------------------------
def test_what_is_added_is_read_with_its_time_by_the_reporter_and_by_staff(as_alice, staff, alice, report):
    sent = as_alice.post(page_of(report), {"text": "He did it again."})
    assert sent.url == page_of(report)
    assert read(report) == ["He did it again."]
    assert report.text == "He called me a woodpusher."
    for reader, page in (
        (as_alice, page_of(report)),
        (as_alice, reverse("my_reports")),
        (as_alice, reverse("report", args=["Boris"])),
        (staff, reverse("moderation_report", args=[report.pk])),
        (staff, reverse("moderation")),
    ):
        text = reader.get(page).content.decode()
        assert "He did it again." in text
        assert "Added" in text


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        ("  ", 422, "Please write what you want to add."),
        ("x" * 2001, 422, "Use up to 2000 characters"),
        ("x" * 1996, 422, "There is room for 1,995 more characters"),
    ],
)
def test_what_does_not_fit_is_refused_and_stays_typed(as_alice, alice, report, text, status, sentence):
    own_reports.add(report.pk, reporter=alice, text="Again")
    refused = as_alice.post(page_of(report), {"text": text})
    assert refused.status_code == status
    assert sentence in refused.content.decode()
    assert text.strip() in refused.content.decode()
    assert read(report) == ["Again"]


def test_three_additions_a_day_to_one_report(as_alice, alice, boris, report):
    other = make_report(alice, about=boris, matter="spam")
    for number in range(3):
        own_reports.add(report.pk, reporter=alice, text=f"Time {number}")
    refused = as_alice.post(page_of(report), {"text": "A fourth time."})
    assert refused.status_code == 429
    assert "A fourth time." in refused.content.decode()
    own_reports.add(other.pk, reporter=alice, text="Elsewhere")
    own_reports.add(report.pk, reporter=alice, text="Later", now=timezone.now() + timedelta(days=1, minutes=1))
    assert read(report) == ["Time 0", "Time 1", "Time 2", "Later"]


def test_nothing_is_added_to_an_answered_report_and_what_was_typed_stays(as_alice, staff, report, mira):
    answer(report, mira)
    refused = as_alice.post(page_of(report), {"text": "One thing more."})
    assert refused.status_code == 409
    assert "Our staff have answered this report." in refused.content.decode()
    assert "One thing more." in refused.content.decode()
    assert read(report) == []
    assert "Add to it" not in as_alice.get(page_of(report)).content.decode()


def test_whoever_may_not_report_adds_nothing_and_may_still_withdraw(as_alice, alice, admin, report):
    restrictions.impose(alice, restrictions.Kind.BARRED_REPORTS, reason="False reports", by=admin)
    assert as_alice.post(page_of(report), {"text": "And that."}).status_code == 403
    assert read(report) == []
    assert as_alice.post(reverse("withdraw_report", args=[report.pk])).status_code == 302
    report.refresh_from_db()
    assert report.is_withdrawn


def test_an_addition_written_while_logged_out_is_there_after_the_log_in(client, alice, report):
    assert client.post(page_of(report), marked(alice, text="And he laughed.")).status_code == 302
    client.force_login(alice)
    assert client.get(page_of(report)).context["form"]["text"].value() == "And he laughed."
    assert read(report) == []


# --- Withdrawals -------------------------------------------------------------------------------------------------
def test_a_withdrawn_report_leaves_the_queue_and_stays_in_the_log(as_alice, staff, alice, boris, mira, report):
    reports.take(report.pk, staff=mira)
    assert as_alice.post(reverse("withdraw_report", args=[report.pk])).url == reverse("my_reports")
    report.refresh_from_db()
    assert (report.outcome, report.is_open, report.held_by, report.answered_by) == ("withdrawn", False, None, None)
    assert queue.Desk(mira, now=timezone.now()).list_groups().groups == []
    assert queue.count_waiting(mira, now=timezone.now()) == ""
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.person, row.report) == ("withdraw_report", alice, boris, report)
    shown = staff.get(reverse("moderation_log"), {"action": "withdraw_report"}).content.decode()
    assert "Report withdrawn by the reporter: Abuse." in shown
    page = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert "By Alice, who reported it" in page
    assert "He called me a woodpusher." in page
    assert "You withdrew it" in as_alice.get(reverse("my_reports")).content.decode()
    assert not Notice.objects.filter(kind="report_result").exists()


def test_it_is_withdrawn_once_and_not_after_an_answer(as_alice, alice, boris, report, mira):
    own_reports.withdraw(report.pk, reporter=alice)
    with pytest.raises(Refusal, match="You have withdrawn this report"):
        own_reports.withdraw(report.pk, reporter=alice)
    with pytest.raises(Refusal, match="has been answered"):
        answer(report, mira)
    other = make_report(alice, about=boris)
    answer(other, mira)
    page = as_alice.post(reverse("withdraw_report", args=[other.pk]), follow=True).content.decode()
    assert "Our staff have answered this report." in page
    other.refresh_from_db()
    assert other.outcome == "acted"


def test_staff_cannot_answer_that_it_is_withdrawn(staff, report):
    page = reverse("moderation_report", args=[report.pk])
    assert staff.post(page, {"outcome": "withdrawn", "reason": "Because."}).status_code == 422


@pytest.mark.parametrize("who", ["reported", "stranger", "staff", "visitor"])
def test_nobody_reads_adds_to_or_withdraws_a_report_of_another(client, boris, carol, mira, report, who):
    person = {"reported": boris, "stranger": carol, "staff": mira, "visitor": None}[who]
    if person:
        client.force_login(person)
    expected = 404 if person else 302
    assert client.get(page_of(report)).status_code == expected
    assert client.post(page_of(report), marked(person, text="Nothing.")).status_code == expected
    assert client.post(reverse("withdraw_report", args=[report.pk])).status_code == expected
    report.refresh_from_db()
    assert report.is_open
    assert report.additions == []


def test_the_pages_cost_the_same_with_many_reports_and_additions(as_alice, alice, boris, django_assert_max_num_queries):
    def count() -> int:
        with django_assert_max_num_queries(30) as queries:
            as_alice.get(reverse("my_reports"))
        return len(queries)

    first = make_report(alice, about=boris, game=GameFactory(first=alice, second=boris))
    own_reports.add(first.pk, reporter=alice, text="More")
    count()
    before = count()
    for matter in ("spam", "help", "other"):
        other = make_report(alice, about=UserFactory(), matter=matter, game=Game.objects.get())
        own_reports.add(other.pk, reporter=alice, text="More")
    assert count() == before

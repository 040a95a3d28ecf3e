"""A player reports another; staff answer; the reporter is told."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from core.refusal import Refusal
from moderation import reports
from moderation.models import Report
from notifications.delivery import outbox
from tests.administration import enter
from tests.factories import GameFactory, UserFactory
from tests.marks import marked

WORDS = {"matter": "words", "text": "He called me a woodpusher."}


@pytest.fixture
def report(alice, boris) -> Report:
    """Alice's of Boris."""
    return reports.make(alice, about=boris, **WORDS)


@pytest.fixture
def mira(db):
    """A moderator."""
    user = UserFactory(username="Mira", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_report", "answer_report"]))
    return user


def answer(report, staff, **fields):
    terms = {"outcome": "acted", "answer": "He was warned.", "reason": "Clear from the talk.", **fields}
    reports.answer(report.pk, staff=staff, **terms)


def test_a_report_from_a_game_names_the_game_and_waits(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    address = f"{reverse('report', args=['Boris'])}?game={game.pk}"
    page = client.post(address, {**WORDS, "game": game.pk}, follow=True).content.decode()
    report = Report.objects.get()
    assert (report.reporter, report.about, report.game, report.is_open) == (alice, boris, game, True)
    assert "He called me a woodpusher." in page
    assert "You’ve reported this already" in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"text": "He was rude."}, "Please choose what it is about."),
        ({"matter": "words", "text": "  "}, "Please say what happened"),
        ({"matter": "nonsense", "text": "He was rude."}, "Please choose one of the options."),
        ({"matter": "fairness", "text": "He was rude."}, "Please choose one of the options."),
        ({"matter": "stalling", "text": "He was rude."}, "Please tell us in which game."),
        ({"matter": "stopped", "text": ""}, "the game ends by itself"),
        ({"matter": "words", "text": "x" * 2001}, "Use up to 2000 characters"),
    ],
)
def test_a_missing_field_is_named_and_nothing_typed_is_lost(client, alice, boris, sent, sentence):
    client.force_login(alice)
    response = client.post(reverse("report", args=["Boris"]), sent)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert sent["text"].strip() in response.content.decode()
    assert not Report.objects.exists()


def test_nobody_reports_themselves_or_twice_or_without_end(alice, boris, report):
    for about, code in ((alice, "self"), (boris, "open_already")):
        with pytest.raises(Refusal) as refusal:
            reports.make(alice, about=about, **WORDS)
        assert refusal.value.code == code
    for _ in range(ACTIONS["report"].limits[0].most - 1):
        reports.make(alice, about=UserFactory(), **WORDS)
    with pytest.raises(Refusal) as refusal:
        reports.make(alice, about=UserFactory(), **WORDS)
    assert refusal.value.status == 429
    reports.make(alice, about=UserFactory(), now=timezone.now() + timedelta(days=1, minutes=1), **WORDS)


def test_a_visitor_logs_in_first_and_a_private_game_of_others_is_not_there(client, alice, boris, carol):
    assert client.get(reverse("report", args=["Boris"])).status_code == 302
    game = GameFactory(first=alice, second=boris, private=True)
    client.force_login(carol)
    assert client.get(f"{reverse('report', args=['Boris'])}?game={game.pk}").status_code == 404


def test_a_report_written_while_logged_out_is_there_after_the_log_in_in_any_script(client, alice, boris):
    address = reverse("report", args=["Boris"])
    words = {"matter": "words", "text": "\U0001f5ff" * 2000}
    assert client.post(address, marked(alice, **words)).status_code == 302
    client.force_login(alice)
    form = client.get(address).context["form"]
    assert {name: form[name].value() for name in words} == words
    assert not Report.objects.exists()


def test_staff_answer_on_a_page_that_asks_why_and_the_reporter_is_told(client, report, mira, settings, alice):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    enter(client, mira)
    page = reverse("moderation_report", args=[report.pk])
    assert client.post(page, {"outcome": "acted", "answer": "He was warned."}).status_code == 422, "a reason is needed"
    with_reason = {"outcome": "acted", "answer": "He was warned.", "reason": "Clear from the talk."}
    assert client.post(page, with_reason).status_code == 302
    report.refresh_from_db()
    assert (report.outcome, report.answered_by, report.reason) == ("acted", mira, "Clear from the talk.")
    outbox.deliver_due(now=timezone.now())
    (message,) = mail.outbox
    assert (message.to, message.subject) == ([alice.email], "Your report about Boris has been answered")
    assert "He was warned." in message.body
    assert "Clear from the talk." not in message.body, "that is for staff alone"
    client.force_login(alice)
    shown = client.get(reverse("report", args=["Boris"])).content.decode()
    assert "We have acted on it" in shown
    assert "Send report" in shown, "another may be made now"


def test_a_report_is_answered_once_and_not_by_whom_it_concerns(report, mira, boris):
    with pytest.raises(Refusal) as refusal:
        answer(report, boris)
    assert refusal.value.code == "concerned"
    answer(report, mira)
    with pytest.raises(Refusal) as refusal:
        answer(report, mira, outcome="unclear")
    assert refusal.value.code == "answered"


def test_staff_without_the_permission_do_not_answer(client, report):
    watcher = UserFactory(is_staff=True)
    watcher.user_permissions.set(Permission.objects.filter(codename="view_report"))
    enter(client, watcher)
    assert client.get(reverse("moderation_report", args=[report.pk])).status_code == 403
    assert client.get(reverse("admin:moderation_report_changelist")).status_code == 200


def test_the_page_costs_the_same_with_many_reports(client, alice, boris, mira):
    def count(number: int) -> int:
        for _ in range(number):
            answer(reports.make(alice, about=boris, **WORDS), mira)
            Report.objects.update(made_at=timezone.now() - timedelta(days=3))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("report", args=["Boris"]))
        return len(queries)

    client.force_login(alice)
    client.get(reverse("report", args=["Boris"]))
    assert count(1) == count(7)

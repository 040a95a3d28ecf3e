"""Templates of messages that staff are offered beside actions: the log names who adds, changes or deletes one."""

import pytest
from django.urls import reverse

from accounts.conduct import restrictions
from core.refusal import Refusal
from moderation import appeals, message_templates, reports
from moderation.models import Appeal, LoggedAction, MessageTemplate, Report
from tests.moderation.staff import make_moderator
from tests.versions import see

pytestmark = pytest.mark.django_db
ALL = reverse("moderation_messages")
FIRST = {"action": "", "title": "First", "text": "Please be kind."}


def list_logged() -> list[tuple]:
    rows = LoggedAction.objects.filter(action="change_template").order_by("pk")
    return [(row.by.username, row.what, row.before.get("text"), row.after.get("text")) for row in rows]


def test_adding_changing_and_deleting_one_is_logged_with_what_it_said(staff):
    assert staff.post(ALL, FIRST).status_code == 302
    page = reverse("moderation_message", args=[MessageTemplate.objects.get().pk])
    assert staff.post(page, {**see(staff, page), **FIRST, "title": "Other", "text": "Be kind."}).status_code == 302
    assert MessageTemplate.objects.get().text == "Be kind."
    assert staff.post(f"{page}delete/").status_code == 302
    assert not MessageTemplate.objects.exists()
    assert list_logged() == [
        ("Mira", "Message template added: First.", None, "Please be kind."),
        ("Mira", "Message template changed: Other.", "Please be kind.", "Be kind."),
        ("Mira", "Message template deleted: Other.", "Be kind.", None),
    ]
    shown = staff.get(reverse("moderation_log"), {"action": "change_template"}).content.decode()
    assert shown.count("Message template") == 4, "three rows, and the choice of what is shown"
    assert "Please be kind." in shown


def test_a_template_saved_without_a_change_is_not_logged(staff):
    staff.post(ALL, FIRST)
    staff.post(reverse("moderation_message", args=[MessageTemplate.objects.get().pk]), FIRST)
    assert len(list_logged()) == 1


def test_a_fault_of_the_log_changes_no_template(staff, mira, monkeypatch):
    monkeypatch.setattr("moderation.log.LoggedAction.objects.create", lambda **row: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        message_templates.save(MessageTemplate(title="First", text="Please be kind."), staff=mira)
    assert not MessageTemplate.objects.exists()


def test_a_template_that_somebody_deleted_meanwhile_is_not_made_again(staff, mira):
    staff.post(ALL, FIRST)
    stale = MessageTemplate.objects.get()
    page = reverse("moderation_message", args=[stale.pk])
    message_templates.delete(stale.pk, staff=mira)
    with pytest.raises(Refusal, match="deleted by another member of staff"):
        message_templates.save(stale, staff=mira)
    assert "deleted by another member" in staff.post(f"{page}delete/", follow=True).content.decode()
    assert len(list_logged()) == 2


@pytest.mark.parametrize("chosen", ["", "template"])
def test_with_one_for_everything_appeals_and_reports_are_answered(staff, alice, boris, admin, chosen):
    """Every form that offers a message has one field more then."""
    made = MessageTemplate.objects.create(title="Thanks", text="Thank you for writing.")
    laid = restrictions.impose(boris, restrictions.Kind.WARNED, reason="Insults", by=make_moderator("Nils"))
    appeal = appeals.make(laid, text="I was joking.")
    report = reports.make(alice, about=boris, matter="words", text="He is rude.")
    said = {"answer": "We read it again.", "reason": "Clear.", "template": made.pk if chosen else ""}
    for page, pk, outcome in (("appeal", appeal.pk, "upheld"), ("report", report.pk, "acted")):
        answered = staff.post(reverse(f"moderation_{page}", args=[pk]), {**said, "outcome": outcome})
        assert answered.status_code == 302
    assert Appeal.objects.get().answer == "We read it again."
    assert Report.objects.get().answer == "We read it again."

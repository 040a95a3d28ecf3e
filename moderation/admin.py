"""Reports as staff read and answer them."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join

from accounts.models import User
from core import administration
from core.administration import FastReadOnlyAdmin, ReasonForm, WithStaffActions
from moderation import reports
from moderation.models import Report

CONCERNED = "This report concerns you. You see it because no other administrator can; a moderator can answer it."


class AnswerForm(ReasonForm):
    outcome = forms.ChoiceField(
        choices=Report.Outcome.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Please choose an outcome."},
    )
    answer = forms.CharField(
        label="What the reporter reads",
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text="Sent with the outcome. Don’t mention anything about the other person that isn’t public.",
    )
    field_order = ["outcome", "answer", "reason"]


def answer(request: HttpRequest, report: Report, answers: dict[str, Any]) -> str:
    reports.answer(report.pk, staff=cast(User, request.user), **answers)
    return f"{report} is answered, and {report.reporter} is told."


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "waits for an answer"), ("answered", "answered")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(answered_at__isnull=self.value() == "open") if self.value() else queryset


@admin.register(Report)
class ReportAdmin(FastReadOnlyAdmin, WithStaffActions):
    list_display = ["id", "about", "thing", "matter", "reporter", "made_at", "outcome", "answered_by"]
    list_select_related = ["about", "reporter", "answered_by"]
    list_filter = [StateFilter, "matter"]
    fields = [
        *("reporter", "about", "game", "thing", "thing_as_it_was", "matter", "text", "made_at"),
        *("outcome", "answer", "reason", "answered_by", "answered_at"),
    ]
    people = ("about", "reporter")
    has_history = False
    staff_actions = (
        administration.StaffAction(
            "answer",
            "Answer",
            "The reporter is told the outcome and what you write for them. Take any action first, on the "
            "page of the game or of the user.",
            "moderation.answer_report",
            AnswerForm,
            answer,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """The reports that the reader may see: lists, counts, search, single pages and actions all go by this."""
        return reports.list_visible(cast(User, request.user))

    def may_act_on(self, request: HttpRequest, thing: Report) -> bool:
        return not reports.concerns(thing, staff=cast(User, request.user))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        thing = self.get_object(request, object_id)
        if thing is not None and not self.may_act_on(request, thing):
            messages.warning(request, CONCERNED)
        return super().change_view(request, object_id, form_url, extra_context)

    @admin.display(description="As it was")
    def thing_as_it_was(self, report: Report) -> str:
        return format_html_join("", "<p><strong>{}:</strong> {}</p>", report.kept_lines)

    def offers(self, thing: Report, *, action: administration.StaffAction) -> bool:
        return thing.is_open

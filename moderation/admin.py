"""Reports in the administration, for reading and searching. Staff answer them on the pages of moderation."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import flash
from core.administration import FastReadOnlyAdmin
from core.words import Sentence
from moderation import reports
from moderation.models import Report

CONCERNED = Sentence("concerned", "This report concerns you. You see it because no other administrator can.")


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("waits for an answer")), ("answered", _("answered"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(answered_at__isnull=self.value() == "open") if self.value() else queryset


@admin.register(Report)
class ReportAdmin(FastReadOnlyAdmin):
    list_display = ["id", "about", "thing", "matter", "reporter", "made_at", "outcome", "answered_by"]
    list_select_related = ["about", "reporter", "answered_by"]
    list_filter = [StateFilter, "matter"]
    fields = [
        *("reporter", "about", "second", "game", "thing", "thing_as_it_was", "matter", "text", "made_at"),
        *("outcome", "answer", "reason", "answered_by", "answered_at"),
    ]
    people = ("about", "reporter")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """Returns the reports that the reader may see. Lists, counts, search, single pages and actions all use this."""
        return reports.list_visible(cast(User, request.user))

    def view_on_site(self, obj: Report) -> str:
        """Returns the page where staff answer the report."""
        return reverse("moderation_report", args=[obj.pk])

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        thing = self.get_object(request, object_id)
        if thing is not None and reports.concerns(thing, staff=cast(User, request.user)):
            flash.warning(request, CONCERNED())
        return super().change_view(request, object_id, form_url, extra_context)

    @admin.display(description=_("As it was"))
    def thing_as_it_was(self, report: Report) -> str:
        return format_html_join("", "<p><strong>{}:</strong> {}</p>", report.kept_lines)

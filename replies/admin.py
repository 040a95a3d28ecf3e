"""Answers by email in the administration: to be read and searched."""

from __future__ import annotations

from django.contrib import admin

from core.administration import FastReadOnlyAdmin
from replies.models import Reply


@admin.register(Reply)
class ReplyAdmin(FastReadOnlyAdmin):
    list_display = ["id", "user", "arrived_at", "way", "verdict", "first_line", "outcome", "done_at"]
    list_select_related = ["user"]
    search_help_text = "How the name of a player begins."
    people = ("user",)
    fields = ["user", "arrived_at", "way", "verdict", "first_line", "outcome", "done_at", "attempts"]

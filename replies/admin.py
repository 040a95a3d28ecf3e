"""Answers by email in the administration: to be read and searched."""

from __future__ import annotations

from django.contrib import admin

from core.administration import FastReadOnlyAdmin
from replies.models import Authority, Reply, UnreadMail


@admin.register(Reply)
class ReplyAdmin(FastReadOnlyAdmin):
    list_display = ["id", "user", "arrived_at", "way", "verdict", "first_line", "outcome", "done_at"]
    list_select_related = ["user"]
    search_help_text = "How the name of a player begins."
    people = ("user",)
    fields = ["user", "arrived_at", "way", "verdict", "first_line", "outcome", "done_at", "attempts"]


@admin.register(UnreadMail)
class UnreadMailAdmin(FastReadOnlyAdmin):
    list_display = ["id", "user", "arrived_at", "reason", "verdict", "domain", "first_line", "way"]
    list_select_related = ["user"]
    search_help_text = "How the name of a player begins."
    people = ("user",)
    fields = ["user", "arrived_at", "reason", "verdict", "domain", "first_line", "way"]


@admin.register(Authority)
class AuthorityAdmin(FastReadOnlyAdmin):
    list_display = ["name", "seen_at"]
    fields = ["name", "seen_at"]

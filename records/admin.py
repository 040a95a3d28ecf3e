"""Puzzles for staff: a wrong one is hidden, and shown again."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from core.administration import FastReadOnlyAdmin
from records import puzzles
from records.models import Puzzle


@admin.register(Puzzle)
class PuzzleAdmin(FastReadOnlyAdmin):
    list_display = ["__str__", "theme", "within", "found_at", "hidden_at"]
    list_filter = ["theme", ("hidden_at", admin.EmptyFieldListFilter)]
    number = "pk"
    fields = ["game", "ply", "position_text", "within", "theme", "found_at", "hidden_at"]
    actions = ["hide", "show"]

    def has_hide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("records.hide_puzzle")

    @admin.action(description="Hide", permissions=["hide"])
    def hide(self, request: HttpRequest, rows: QuerySet) -> None:
        puzzles.hide(list(rows.values_list("pk", flat=True)))

    @admin.action(description="Show again", permissions=["hide"])
    def show(self, request: HttpRequest, rows: QuerySet) -> None:
        puzzles.show_again(list(rows.values_list("pk", flat=True)))

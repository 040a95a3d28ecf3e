"""Games and challenges as staff may read them. Nothing can be changed here: a game changes in games/play/ alone."""

from typing import Any, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from games.models import Challenge, Game, Seat, Turn


class ReadOnly:
    """Lets staff look, and nobody add, change or delete."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CappedPaginator(Paginator):
    """Counts no further than the pages one would turn by hand, so that a list costs the same at any size."""

    MOST = 5000

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[: self.MOST].count()


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    extra = 0
    fields = readonly_fields = ("side_name", "user", "bank")


class TurnInline(ReadOnly, admin.TabularInline):
    model = Turn
    extra = 0
    fields = readonly_fields = ("ply", "side", "text", "played_at", "taken_back_at")


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "ruleset_slug", "ply", "started_at", "deadline_at", "ended_at", "termination", "private"]
    list_filter = ["ruleset_slug", "termination", "private"]
    search_fields = ["=id", "seats__user__username"]
    ordering = ["-id"]
    inlines = [SeatInline, TurnInline]
    paginator = CappedPaginator
    show_full_result_count = False


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game_id", "side", "user", "bank"]
    list_select_related = ["user"]
    search_fields = ["=game__id", "user__username"]
    ordering = ["-id"]
    paginator = CappedPaginator
    show_full_result_count = False


@admin.register(Turn)
class TurnAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game_id", "ply", "side", "text", "played_at", "taken_back_at"]
    search_fields = ["=game__id"]
    ordering = ["-id"]
    paginator = CappedPaginator
    show_full_result_count = False


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "challenger", "audience", "opponent", "ruleset_slug", "status", "created_at"]
    list_select_related = ["challenger", "opponent"]
    list_filter = ["status", "audience", "ruleset_slug"]
    search_fields = ["=id", "challenger__username", "opponent__username"]
    exclude = ["token"]
    ordering = ["-id"]
    paginator = CappedPaginator
    show_full_result_count = False

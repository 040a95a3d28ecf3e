"""A game as the administration shows it: to be read. What staff do to one is done on the pages of moderation."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from core.administration import CappedPaginator, FastReadOnlyAdmin, ReadOnlyInline
from engine import drawing, registry
from engine.contract import Side
from games import chat, play, telling
from games.models import ClockChange, Game, Pause, Seat, StaffAction
from games.reading.seats import read_seats

BOARD_WIDTH = 320
"""Pixels of the board on a game’s page: as many as a small phone has."""


class RulesetFilter(admin.SimpleListFilter):
    """Filters by ruleset. The choices come from the registry, since the database would read every row to find them."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(ruleset.slug, ruleset.name) for ruleset in registry.all_rulesets()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(ruleset_slug=self.value()) if self.value() else queryset


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"
    STATES = {
        "active": ("going on", Q(ended_at=None)),
        "ended": ("over", Q(ended_at__isnull=False)),
        "time": ("lost on time", Q(termination="time")),
        "staff": ("ended by staff", Q(termination__in=["adjudication", "void"])),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, label) for name, (label, _) in self.STATES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        state = self.STATES.get(self.value() or "")
        return queryset.filter(state[1]) if state else queryset


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = readonly_fields = ("side_name", "user", "bank", "days_off", "zone", "vacation_used")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user").order_by("side")

    @admin.display(description="weekend")
    def days_off(self, seat: Seat) -> str:
        return telling.weekend_of(seat) or "none"


class StaffActionInline(ReadOnlyInline):
    model = StaffAction
    verbose_name_plural = "what staff did"
    fields = readonly_fields = ("done_at", "kind", "what", "reason", "staff")

    def get_queryset(self, request: HttpRequest) -> QuerySet[StaffAction]:
        return super().get_queryset(request).select_related("staff").order_by("pk")


class PauseInline(ReadOnlyInline):
    model = Pause
    fields = readonly_fields = ("from_at", "until_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pause]:
        return super().get_queryset(request).order_by("pk")


class ClockChangeInline(ReadOnlyInline):
    model = ClockChange
    verbose_name_plural = "what moved the clock"
    fields = readonly_fields = ("changed_at", "side", "kind", "before_at", "after_at", "told", "why", "by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClockChange]:
        return super().get_queryset(request).select_related("by").order_by("pk")

    @admin.display(description="as players read it")
    def told(self, change: ClockChange) -> str:
        return telling.tell_change(change, name=change.get_side_display())


@admin.register(Game)
class GameAdmin(FastReadOnlyAdmin):
    list_display = ["id", "ruleset_slug", "players", "ply", "started_at", "deadline_at", "ended_at", "termination"]
    list_filter = [StateFilter, RulesetFilter, "private"]
    search_help_text = "The number of a game, or how the name of a player begins."
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "result",
                    "board",
                    "turns",
                    "ruleset_slug",
                    "agreed_on",
                    "private",
                    "hidden_at",
                    "opening",
                ]
            },
        ),
        ("The turn", {"fields": ["to_move", "turn_started_at", "deadline_at", "offered"]}),
        ("Times", {"fields": ["started_at", "ended_at", "left_at_end", "winner", "termination"]}),
        (
            "Copies",
            {"fields": ["ply", "revision", "quiet_turns", "paused_until", "position_text"]},
        ),
    ]
    readonly_fields = ["result", "board", "turns", "agreed_on", "to_move", "offered", "said"]
    inlines = [SeatInline, StaffActionInline, PauseInline, ClockChangeInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> Any:
        """With the chat, for staff who may read it."""
        found = list(super().get_fieldsets(request, obj))
        return [*found, ("Chat", {"fields": ["said"]})] if request.user.has_perm("games.view_message") else found

    def match_people(self, people: list[int]) -> Q:
        """Their newest games, as many as the list counts."""
        seats = Seat.objects.filter(user__in=people).order_by("-game_id")
        return Q(pk__in=seats.values("game_id")[: CappedPaginator.MOST])

    def view_on_site(self, obj: Game) -> str:
        """Where staff decide about it."""
        return reverse("moderation_game", args=[obj.pk])

    @admin.display
    def players(self, game: Game) -> str:
        seats = read_seats(game)
        return " – ".join(seat.user.username for seat in seats)

    @admin.display
    def result(self, game: Game) -> str:
        return telling.result_of(game) or "It goes on."

    @admin.display
    def turns(self, game: Game) -> str:
        address = f"{reverse('admin:games_turn_changelist')}?q={game.pk}"
        return format_html('<a href="{}">{} turns</a>', address, game.ply)

    @admin.display
    def board(self, game: Game) -> str:
        last = game.turns.filter(taken_back_at=None).last()
        drawn = drawing.draw_board(
            game.ruleset,
            game.position,
            last_turn=last.text if last else None,
            standalone=True,
            label=f"The board after turn {game.ply}",
        )
        return mark_safe(drawn.replace("<svg", f'<svg width="{BOARD_WIDTH}"', 1))

    @admin.display
    def agreed_on(self, game: Game) -> str:
        return "; ".join(
            [*telling.option_labels(game.ruleset, game.options), telling.control_of(game), telling.vacation_of(game)]
        )

    @admin.display
    def to_move(self, game: Game) -> str:
        return f"{self.name_at(game, game.side_to_move)} ({game.ruleset.sides[game.side_to_move]})"

    @admin.display
    def offered(self, game: Game) -> str:
        standing = [
            f"{self.name_at(game, side.other)}: {kind.label}"
            for side in Side
            for kind in play.offers.list_asked(game.offers, side=side)
        ]
        return "; ".join(standing) or "Nothing."

    @admin.display
    def said(self, game: Game) -> str:
        """The last lines, those that were removed too, and a way to all."""
        messages, more = chat.list_messages(game)
        names = {seat.user_id: seat.user.username for seat in game.seats.all()}
        lines = format_html_join(
            "",
            "<li>{}, turn {}, {}{}: {}</li>",
            (
                (
                    date_format(timezone.localtime(line.sent_at), "j M Y, H:i"),
                    line.ply,
                    names.get(line.user_id, ""),
                    " (removed)" if line.removed_at else "",
                    line.text,
                )
                for line in messages
            ),
        )
        address = f"{reverse('admin:games_message_changelist')}?q={game.pk}"
        whole = format_html('<a href="{}">{}</a>', address, "All lines, also older ones" if more else "As a list")
        return format_html("<ul>{}</ul>{}", lines, whole) if messages else "Nothing was said."

    def name_at(self, game: Game, side: int) -> str:
        return read_seats(game)[side].user.username

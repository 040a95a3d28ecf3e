"""Games and challenges as staff may read them. What they do to a game goes through games/play/ and needs a reason."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from accounts.models import User
from core import administration
from core.administration import CappedPaginator, FastReadOnlyAdmin, ReadOnlyInline, ReasonForm, WithStaffActions
from games import chat, drawing, play, words
from games.engine import registry
from games.engine.contract import Side
from games.models import Challenge, ClockChange, Game, Message, Outage, Pause, Seat, StaffAction, Turn

DRAW = "draw"
BOARD_WIDTH = 420
"""Pixels of the board on a game's page."""


class AdjudicateForm(ReasonForm):
    winner = forms.ChoiceField(
        label="Result", widget=forms.RadioSelect, error_messages={"required": "Please choose a result."}
    )
    field_order = ["winner", "reason"]

    def __init__(self, *args: Any, thing: Game, **kwargs: Any) -> None:
        super().__init__(*args, thing=thing, **kwargs)
        seats = thing.seats.select_related("user").order_by("side")
        wins = [(str(seat.side), f"{seat.user} ({thing.ruleset.sides[seat.side]}) wins") for seat in seats]
        cast(forms.ChoiceField, self.fields["winner"]).choices = [*wins, (DRAW, "A draw")]

    def clean_winner(self) -> Side | None:
        chosen = self.cleaned_data["winner"]
        return None if chosen == DRAW else Side(int(chosen))


class DeadlineForm(ReasonForm):
    deadline = forms.DateTimeField(
        label="New deadline", widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    )
    field_order = ["deadline", "reason"]

    def __init__(self, *args: Any, thing: Game, **kwargs: Any) -> None:
        super().__init__(*args, thing=thing, initial={"deadline": thing.deadline_at}, **kwargs)
        self.fields["deadline"].help_text = f"In your own time zone, {timezone.get_current_timezone_name()}."


def adjudicate(request: HttpRequest, game: Game, answers: dict[str, Any]) -> str:
    play.adjudicate(game.pk, staff=cast(User, request.user), **answers)
    return f"{game} is adjudicated, and both players are told."


def void(request: HttpRequest, game: Game, answers: dict[str, Any]) -> str:
    play.void(game.pk, staff=cast(User, request.user), **answers)
    return f"{game} is void, and both players are told."


def move_deadline(request: HttpRequest, game: Game, answers: dict[str, Any]) -> str:
    play.move_deadline(game.pk, staff=cast(User, request.user), **answers)
    return f"The deadline is now {timezone.localtime(answers['deadline']):%d %B %Y, %H:%M}."


STAFF_ACTIONS = (
    administration.StaffAction(
        "adjudicate",
        "Adjudicate",
        "The game gets the result you choose, also if it is over with another, and counts. Both players are told.",
        "games.adjudicate_game",
        AdjudicateForm,
        adjudicate,
    ),
    administration.StaffAction(
        "void",
        "Declare void",
        "The game ends without a result, or loses the one it had, and is in nobody's record. Both players are told.",
        "games.void_game",
        ReasonForm,
        void,
    ),
    administration.StaffAction(
        "move-deadline",
        "Move the deadline",
        "Of the present turn alone. The player to move is reminded by the new deadline.",
        "games.move_deadline_game",
        DeadlineForm,
        move_deadline,
    ),
)


class RulesetFilter(admin.SimpleListFilter):
    """By ruleset; the choices come from the registry, for the database would read every row to find them."""

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
        return words.weekend_of(seat) or "none"


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
        return words.tell_change(change, name=change.get_side_display())


@admin.register(Game)
class GameAdmin(FastReadOnlyAdmin, WithStaffActions):
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
                    "opening",
                ]
            },
        ),
        ("The turn", {"fields": ["to_move", "turn_started_at", "deadline_at", "offered"]}),
        ("Times", {"fields": ["started_at", "ended_at", "winner", "termination"]}),
        (
            "Copies",
            {"fields": ["ply", "revision", "quiet_turns", "paused_until", "position_text"]},
        ),
    ]
    readonly_fields = ["result", "board", "turns", "agreed_on", "to_move", "offered", "said"]
    has_history = False  # what staff did stands on the page itself
    inlines = [SeatInline, StaffActionInline, PauseInline, ClockChangeInline]
    staff_actions = STAFF_ACTIONS

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> Any:
        """With the chat, for whoever may read it."""
        found = list(super().get_fieldsets(request, obj))
        return [*found, ("Chat", {"fields": ["said"]})] if request.user.has_perm("games.view_message") else found

    def match_people(self, people: list[int]) -> Q:
        """Their newest games, as many as the list counts."""
        seats = Seat.objects.filter(user__in=people).order_by("-game_id")
        return Q(pk__in=seats.values("game_id")[: CappedPaginator.MOST])

    def offers(self, thing: Game, *, action: administration.StaffAction) -> bool:
        return not thing.is_over or action.name != "move-deadline"

    @admin.display
    def players(self, game: Game) -> str:
        seats = sorted(game.seats.all(), key=lambda seat: seat.side)
        return " – ".join(seat.user.username for seat in seats)

    @admin.display
    def result(self, game: Game) -> str:
        return words.result_of(game) or "It goes on."

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
        return "; ".join([*words.options_of(game), words.control_of(game), words.vacation_of(game)])

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
        return next(seat.user.username for seat in game.seats.all() if seat.side == side)


@admin.register(Seat)
class SeatAdmin(FastReadOnlyAdmin):
    list_display = ["game_id", "side", "user", "bank"]
    fields = ["game", "side", "user", "bank", "weekend", "zone", "vacation_used", "read_up_to"]
    list_select_related = ["user"]
    number = "game_id"
    people = ("user",)


@admin.register(Turn)
class TurnAdmin(FastReadOnlyAdmin):
    list_display = ["game_id", "ply", "side", "text", "played_at", "taken_back_at"]
    fields = [
        *("game", "ply", "side", "text", "position_text", "position_key", "played_at"),
        *("had_until_at", "bank_before", "time_left", "taken_back_at"),
    ]
    search_help_text = "The number of a game."
    number = "game_id"


@admin.register(StaffAction)
class StaffActionAdmin(FastReadOnlyAdmin):
    list_display = ["game_id", "kind", "what", "reason", "staff", "done_at"]
    fields = ["game", "revision", "kind", "what", "reason", "staff", "done_at"]
    list_select_related = ["staff"]
    list_filter = ["kind"]
    search_help_text = "The number of a game, or how the name of a member of staff begins."
    number = "game_id"
    people = ("staff",)


@admin.register(Challenge)
class ChallengeAdmin(FastReadOnlyAdmin):
    list_display = ["id", "challenger", "audience", "opponent", "ruleset_slug", "status", "created_at"]
    list_select_related = ["challenger", "opponent"]
    list_filter = ["status", "audience", RulesetFilter]
    people = ("challenger", "opponent")
    fields = [
        *("challenger", "audience", "opponent", "address", "ruleset_slug", "options", "side", "control", "weekends"),
        *("vacation_days", "private", "note", "status", "reason"),
        *("created_at", "expires_at", "expiry_told_at", "closed_at", "game"),
    ]


@admin.register(ClockChange)
class ClockChangeAdmin(FastReadOnlyAdmin):
    list_display = ["game_id", "ply", "side", "kind", "before_at", "after_at", "by", "changed_at"]
    fields = [
        *("game", "revision", "ply", "side", "kind", "before_at", "after_at", "terms", "why", "by"),
        *("vacation", "outage"),
        "changed_at",
    ]
    list_select_related = ["by"]
    list_filter = ["kind"]
    search_help_text = "The number of a game."
    number = "game_id"


@admin.register(Outage)
class OutageAdmin(FastReadOnlyAdmin):
    list_display = ["kind", "from_at", "until_at", "found_at", "settled_at", "games_moved"]
    fields = ["kind", "from_at", "until_at", "found_at", "settled_at", "games_moved", "reminded_up_to"]
    search_help_text = "The number of an outage."


@admin.register(Message)
class MessageAdmin(FastReadOnlyAdmin):
    """What players say to each other: for who looks into a report."""

    list_display = ["game_id", "user", "text", "ply", "sent_at"]
    fields = ["game", "user", "text", "ply", "sent_at"]
    list_select_related = ["user"]
    search_help_text = "The number of a game."
    number = "game_id"

"""What belongs to games, and challenges, as lists of the administration: to be read and searched."""

from django.contrib import admin

from core.administration import FastReadOnlyAdmin
from games.admin.game import RulesetFilter
from games.models import Challenge, ClockChange, Message, Outage, Seat, StaffAction, Turn


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
        *("game", "ply", "side", "text", "position_text", "position_key", "canonical_key"),
        "played_at",
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
        *("vacation_days", "private", "note", "note_removed_at", "status", "reason", "reason_removed_at"),
        *("created_at", "expires_at", "expiry_told_at", "closed_at", "mailbox_proven_at", "pair", "stands"),
        *("withheld", "other_controls", "rating_within", "rating_from", "rating_to", "established_only"),
        "on_time_least",
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

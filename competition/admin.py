"""Standing challenges, ladders and their games in the administration, for reading and searching.

Staff change nothing here. They set a place on a ladder by an action (`moderation.actions`).
"""

from __future__ import annotations

from django.contrib import admin

from competition.models import LadderGame, LadderMember, StandingChallenge, StandingGame
from core.administration import FastReadOnlyAdmin
from games.admin.game import RulesetFilter


@admin.register(StandingChallenge)
class StandingChallengeAdmin(FastReadOnlyAdmin):
    """Its challenge says what it offers, and to whom."""

    list_display = ["id", "owner", "offers", "keep", "pairs", "paused", "made_at", "ended_at"]
    list_select_related = ["owner", "challenge"]
    list_filter = ["paused", ("ended_at", admin.EmptyFieldListFilter)]
    people = ("owner",)
    fields = [
        *("owner", "challenge", "keep", "pairs", "paused", "made_at", "waiting_since", "look_at", "check_at"),
        *("last_opponent", "absent_since", "ended_at"),
    ]

    @admin.display(description="game")
    def offers(self, standing: StandingChallenge) -> str:
        return standing.challenge.ruleset.name


@admin.register(StandingGame)
class StandingGameAdmin(FastReadOnlyAdmin):
    list_display = ["game_id", "one", "standing_id", "other", "other_standing_id", "running"]
    list_select_related = ["one", "other"]
    list_filter = ["running"]
    search_help_text = "The number of a game, or how the name of a player begins."
    number = "game_id"
    people = ("one", "other")
    fields = ["game", "one", "standing", "other", "other_standing", "running"]


@admin.register(LadderMember)
class LadderMemberAdmin(FastReadOnlyAdmin):
    list_display = ["id", "user", "ruleset_slug", "rank", "joined_at", "played_at", "leaving_at", "rejoin_at"]
    list_select_related = ["user"]
    list_filter = [RulesetFilter]
    search_help_text = "How a name begins."
    people = ("user",)
    fields = ["user", "ruleset_slug", "rank", "joined_at", "played_at", "leaving_at", "rejoin_at"]


@admin.register(LadderGame)
class LadderGameAdmin(FastReadOnlyAdmin):
    list_display = [
        "game_id",
        "ruleset_slug",
        "challenger",
        "challenged",
        "settled_at",
        "moved_from",
        "moved_to",
        "left",
    ]
    list_select_related = ["challenger", "challenged"]
    list_filter = [RulesetFilter]
    search_help_text = "The number of a game, or how the name of a player begins."
    number = "game_id"
    people = ("challenger", "challenged")
    fields = [
        *("game", "ruleset_slug", "challenger", "challenged", "started_at", "running", "settled_at"),
        *("moved_from", "moved_to", "left", "repeats"),
    ]

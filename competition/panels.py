"""What pages of games and players show of standing challenges and ladders."""

from __future__ import annotations

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.context import Context

from accounts.models import User
from competition import ladder
from competition.models import LadderMember, StandingChallenge
from competition.standing.starting import find_refusal
from competition.words import ladder as ladder_words
from core.prepared import PreparedQuery
from core.refusal import Refusal
from engine import registry
from games.models import Challenge, Game
from games.panels import fill_with, fills, hinders_accepting, include


# --- Ladders -----------------------------------------------------------------------------------------------------
@fills("leaderboard")
def lead_to_ladder(context: Context) -> str:
    """The way to the ladder of the game, or to all ladders."""
    return include("competition/_ladder_link.html", context)


@fills("ruleset")
def lead_from_rules(context: Context) -> str:
    """The same on the rules page of a game; where several games are introduced, there are buttons enough."""
    return "" if context.get("first") else include("competition/_ladder_link.html", context)


@fills("game_agreed")
def tell_ladder_game(context: Context) -> str:
    """That a game is one of a ladder, what follows from that, and what a win brings or has brought; of others nothing,
    and without a query."""
    game: Game = context["game"]
    if game.arranged != Game.Arranged.LADDER:
        return ""
    stake = ladder.tell_stake(game.pk, reader_id=context["request"].user.pk)
    return include("competition/_ladder_game.html", context, stake=stake)


@PreparedQuery
def _find_places(user_id: int) -> QuerySet[LadderMember, tuple[str, int, int]]:
    """The ladders of a player, with how many stand above them and how many in all. Prepared, since every profile asks
    it."""
    members = LadderMember.objects.filter(ruleset_slug=OuterRef("ruleset_slug")).exclude(rank=None).order_by()
    count = members.values("ruleset_slug").annotate(n=Count("pk")).values("n")
    found = LadderMember.objects.filter(user=user_id).exclude(rank=None).order_by("ruleset_slug")
    above = Coalesce(Subquery(count.filter(rank__lt=OuterRef("rank"))), 0)
    return found.annotate(above=above, size=Subquery(count)).values_list("ruleset_slug", "above", "size")


@fills("profile")
def show_places(context: Context) -> str:
    """On which ladders somebody stands, and where, in one query."""
    places = [
        (registry.get(slug), ladder_words.PLACE(place=above + 1, size=size))
        for slug, above, size in _find_places(context["person"].pk)
    ]
    return include("competition/_ladder_places.html", context, places=places) if places else ""


# --- Standing challenges -----------------------------------------------------------------------------------------
fill_with("opponents", "competition/_standing_link.html")
fill_with("standing_challenge", "competition/_standing_of_challenge.html")


@fills("game_agreed")
def tell_standing_game(context: Context) -> str:
    """That a game comes from a standing challenge; of others nothing, and without a query."""
    game: Game = context["game"]
    return include("competition/_standing_game.html", context) if game.arranged == Game.Arranged.STANDING else ""


@hinders_accepting
def tell_no_room(challenge: Challenge, user: User | None) -> Refusal | None:
    """That a standing challenge has no room, or its reader none for such games; of others nothing, without a query."""
    if not challenge.stands:
        return None
    standing = StandingChallenge.objects.filter(challenge=challenge).select_related("owner").first()
    return find_refusal(standing, user_id=user.pk if user else None) if standing else None

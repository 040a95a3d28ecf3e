"""What pages of games and players show about standing challenges and ladders."""

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
    """Shows the tab of the ladder of the game, or of all ladders."""
    return include("competition/_ladder_tab.html", context)


@fills("ruleset")
def lead_from_rules(context: Context) -> str:
    """Links to the ladder from the rules page of a game. A page that introduces several has enough buttons already."""
    return "" if context.get("first") else include("competition/_ladder_link.html", context)


@fills("game_agreed")
def tell_ladder_game(context: Context) -> str:
    """Says that a game belongs to a ladder, what follows from that, and what a win changes or has changed, unless the
    card of its end says it. For other games it shows nothing, and makes no query."""
    game: Game = context["game"]
    if game.arranged != Game.Arranged.LADDER:
        return ""
    stake = [] if context["over"] else ladder.tell_stake(game.pk, reader_id=context["request"].user.pk)
    return include("competition/_ladder_game.html", context, stake=stake)


@fills("over_moved")
def tell_ladder_moved(context: Context) -> str:
    """Says on the card of a finished ladder game what it moved, by the name of the ladder. For other games it shows
    nothing, and makes no query."""
    game: Game = context["game"]
    if game.arranged != Game.Arranged.LADDER:
        return ""
    moved = ladder.tell_stake(game.pk, reader_id=context["request"].user.pk)
    return include("competition/_ladder_moved.html", context, moved=moved)


@PreparedQuery
def _find_places(user_id: int) -> QuerySet[LadderMember, tuple[str, int, int]]:
    """Returns the ladders of a player, with how many players are above them and how many there are. It is prepared,
    since every profile runs it."""
    members = LadderMember.objects.filter(ruleset_slug=OuterRef("ruleset_slug")).exclude(rank=None).order_by()
    count = members.values("ruleset_slug").annotate(n=Count("pk")).values("n")
    found = LadderMember.objects.filter(user=user_id).exclude(rank=None).order_by("ruleset_slug")
    above = Coalesce(Subquery(count.filter(rank__lt=OuterRef("rank"))), 0)
    return found.annotate(above=above, size=Subquery(count)).values_list("ruleset_slug", "above", "size")


@fills("profile")
def show_places(context: Context) -> str:
    """Shows the ladders of a player and their places, in one query."""
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
    """Says that a game comes from a standing challenge. For other games it shows nothing, and makes no query."""
    game: Game = context["game"]
    return include("competition/_standing_game.html", context) if game.arranged == Game.Arranged.STANDING else ""


@hinders_accepting
def tell_no_room(challenge: Challenge, user: User | None) -> Refusal | None:
    """Says that a standing challenge has no room, or that the reader has none for such games. For other challenges it
    says nothing, and makes no query."""
    if not challenge.stands:
        return None
    standing = StandingChallenge.objects.filter(challenge=challenge).select_related("owner").first()
    return find_refusal(standing, user_id=user.pk if user else None) if standing else None

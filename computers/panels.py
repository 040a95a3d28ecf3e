"""The computers on the pages of games: where one is challenged, what it is doing, the way to its analysis."""

from __future__ import annotations

from django.template.context import Context

from accounts.signing_in.next_page import lead_to
from computers.hindrances import find_hindrance
from computers.models import Computer
from computers.play_form import show_form
from computers.review import may_be_reviewed
from computers.shown_strength import read_for
from computers.starting import list_open_levels
from computers.words import playing as words
from core.addresses import address_of
from engine import registry
from games.models import Game, Seat
from games.panels import OpponentState, describes_opponent, fill_with, fills, include
from games.reading.seats import read_seats

fill_with("home_below", "computers/_play_at_home.html")
fill_with("finished_game", "computers/_review_link.html")
fill_with("over_analyse", "computers/_over_analyse.html")


@fills("ruleset")
def offer_game(context: Context) -> str:
    """The form that starts a game against the computer, at a level that is known only where the page knows it."""
    return show_form(context, context["ruleset"], first=bool(context.get("first")))


@fills("profile")
def tell_former_level(context: Context) -> str:
    """That a computer's level is offered no more, in one query; nothing of people and of other computers, without."""
    if not context["person"].is_retired:
        return ""
    computer = Computer.objects.get(user=context["person"])
    return include("computers/_former_level.html", context, ruleset=registry.get(computer.ruleset_slug))


@fills("profile_top")
def tell_strength(context: Context) -> str:
    """How strong a computer's level is, without a query; nothing of people, and nothing to whom ratings are hidden."""
    person = context["person"]
    known = read_for(context["user"]) if person.is_computer else ()
    strength = next((each for each in known if each.user_id == person.pk), None)
    return include("computers/_strength.html", context, strength=strength) if strength else ""


@fills("guest_over")
def offer_another(context: Context) -> str:
    """Another game at the level that the guest has just played, or the nearest one if that is retired, in one query,
    and the way to have this one analysed."""
    game: Game = context["game"]
    computer, levels = Computer.objects.filter(user__seats__game=game).first(), list_open_levels(game.ruleset)
    chosen = computer and (computer.level_name if computer.is_offered else levels[min(computer.place, len(levels)) - 1])
    wanted = lead_to("account_signup", wanted=address_of("review", game.pk)) if may_be_reviewed(game) else ""
    return include("computers/_guest_over.html", context, chosen=chosen, sign_up=wanted)


@describes_opponent
def describe_computer(game: Game, seat: Seat | None) -> OpponentState | None:
    """For the player of a running game against a computer, in two queries; None for all others, without a query."""
    if seat is None or game.is_over or not read_seats(game)[1 - seat.side].user.is_computer:
        return None
    hindrance = find_hindrance(game)
    told = str(hindrance or words.THINKS())
    return OpponentState(told, told if hindrance else "", address_of("call_off", game.pk))

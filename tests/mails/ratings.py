"""Rows of mails about ratings: what a game changed, and what is corrected."""

from datetime import date, timedelta

from django.utils import timezone

from engine.contract import Side
from games import play
from games.models import Game
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from tests.factories import GameFactory, UserFactory
from tests.mails.table import replay, tells


def resign_rated(cast) -> Game:
    """Boris resigns, who plays second."""
    game = replay("mastery-imperial-ross", turns=12, first=cast.alice, second=cast.boris, rated=True)
    play.resign(game.pk, side=Side.SECOND)
    return game


@tells("game_over")
def game_over_rated(cast):
    resign_rated(cast)


@tells("game_over")
def game_over_not_rated_since_nobody_moved(cast):
    now = timezone.now() - timedelta(days=4)
    game = replay("mastery-imperial-ross", turns=0, first=cast.alice, second=cast.boris, rated=True, now=now)
    play.run_out(game.pk, now=timezone.now())


@tells("game_over")
def game_over_for_a_reader_without_ratings(cast):
    cast.alice.show_ratings = False
    cast.alice.save()
    resign_rated(cast)


@tells("staff_decided")
def adjudicated_rated(cast):
    game = replay("masters-frost-wins", turns=8, first=cast.alice, second=cast.boris, rated=True)
    staff = UserFactory(username="Mira", is_staff=True)
    play.adjudicate(game.pk, winner=Side.FIRST, staff=staff, reason="Boris cannot save his last Master.")


@tells("rating_corrected")
def rating_corrected(cast):
    game = resign_rated(cast)
    play.void(game.pk, staff=UserFactory(username="Mira", is_staff=True), reason="Both are one person.")


@tells("rating_corrected")
def rating_corrected_with_the_reason_of_staff(cast):
    resign_rated(cast)
    staff = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    answers = {"since": date(2000, 1, 1), "others": "These games were lost on purpose."}
    order = Order(staff, timezone.now(), told="You lost on purpose.", answers=answers)
    acting.perform(registry.ACTIONS.get("take_rated_out_since"), cast.boris, order=order)


@tells("rating_corrected")
def rating_corrected_by_the_winner(cast):
    now = timezone.now() - timedelta(days=4)
    turns = ["Md1-c1", "Mc8-b8"]
    game = GameFactory(first=cast.alice, second=cast.boris, rated=True, now=now, turns=turns)
    play.run_out(game.pk, now=timezone.now())
    play.leave_out(game.pk, user=cast.boris)


@tells("rating_corrected")
def rating_corrected_for_a_reader_without_ratings(cast):
    cast.alice.show_ratings = False
    cast.alice.save()
    rating_corrected(cast)

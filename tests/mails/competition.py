"""Rows of mails about games that were found, standing challenges and ladders."""

from datetime import timedelta

from django.utils import timezone

from competition import events, ladder
from competition.events import Leaving
from competition.models import LadderGame, LadderMember, StandingChallenge
from competition.standing.starting import note_started
from games import challenges, clock, play
from games.models import Game
from tests.factories import StandingFactory, UserFactory
from tests.mails.table import LONGEST, tells

RANK = 2**32
"""How far apart two places of a ladder are that nobody has moved between."""


def stand(owner, *, slug: str = "mastery", **given) -> StandingChallenge:
    """A rated standing challenge of somebody's, with vacation."""
    return StandingFactory(owner=owner, ruleset_slug=slug, rated=True, vacation_days=14, **given)


def meet(one: StandingChallenge, other: StandingChallenge, *, side=None) -> Game:
    """Starts a game of two standing challenges that fit, as pairing does."""
    now, players = timezone.now(), [one.owner_id, other.owner_id]
    control = one.challenge.controls[0]
    game = challenges.start_accepted(one.challenge, user=other.owner, control=control, side=side, told=players, now=now)
    note_started(game, one, other.owner, other_standing=other, now=now)
    events.game_found.send(sender=StandingChallenge, game_id=game.pk, user_ids=players)
    return game


def challenge_on_ladder(first, second, *, slug: str = "mastery") -> Game:
    """`first` is challenged on the ladder by `second`, and plays first."""
    game = play.start_game(
        ruleset_slug=slug,
        options={},
        control=clock.Days(3),
        first=first,
        second=second,
        vacation_days=14,
        rated=True,
        arranged=Game.Arranged.LADDER,
        seated=True,
        told=[first.pk],
    )
    events.game_found.send(sender=Game, game_id=game.pk, user_ids=[first.pk])
    return game


def line_up(*users, slug: str = "mastery") -> None:
    """Puts these players on a ladder, the highest first."""
    for place, user in enumerate(users, start=1):
        LadderMember.objects.create(user=user, ruleset_slug=slug, rank=place * RANK, joined_at=timezone.now())


@tells("game_found")
def game_found(cast):
    meet(stand(cast.alice), stand(cast.boris), side=0)


@tells("game_found")
def game_found_where_a_throw_decides_sides(cast):
    meet(stand(cast.alice, slug="master"), stand(cast.boris, slug="master"))


@tells("game_found")
def game_found_since_somebody_accepted(cast):
    other = UserFactory(username=LONGEST)
    challenges.accept(stand(cast.alice, presets=("days-7", "days-3")).challenge_id, user=other)


@tells("game_found")
def game_found_on_the_ladder(cast):
    challenge_on_ladder(cast.alice, cast.boris, slug="master")


@tells("game_over")
def game_over_on_the_ladder(cast):
    """Alice has won the first place."""
    for user in (cast.boris, cast.alice):
        ladder.join(user, "mastery")
    game = ladder.challenge("mastery", challenger=cast.alice, other=cast.boris)
    play.resign(game.pk, side=game.seats.get(user=cast.boris).side)


def pause(owner, *standing: StandingChallenge, why: StandingChallenge.Paused) -> None:
    numbers = [each.pk for each in standing]
    StandingChallenge.objects.filter(pk__in=numbers).update(paused=why)
    now = timezone.now()
    events.standing_paused.send(sender=StandingChallenge, user_id=owner.pk, standing_ids=numbers, why=why, now=now)


@tells("standing_paused")
def standing_paused(cast):
    pause(cast.alice, stand(cast.alice), why=StandingChallenge.Paused.VACATION)


@tells("standing_paused")
def standing_paused_several(cast):
    several = [stand(cast.alice), stand(cast.alice, slug="masters", presets=("days-7", "days-3"))]
    pause(cast.alice, *several, why=StandingChallenge.Paused.UNSEEN)


@tells("standing_paused")
def standing_paused_of_somebody_absent(cast):
    pause(cast.alice, stand(cast.alice), why=StandingChallenge.Paused.ABSENT)


@tells("standing_paused")
def standing_paused_of_somebody_restricted(cast):
    pause(cast.alice, stand(cast.alice), why=StandingChallenge.Paused.RESTRICTED)


def leave(user, *, why: Leaving, game: Game | None = None, days: int = 0) -> None:
    now = timezone.now()
    LadderMember.objects.create(
        user=user, ruleset_slug="mastery", joined_at=now, rejoin_at=now + timedelta(days=days) if days else None
    )
    number = game and game.pk
    events.ladder_left.send(
        sender=LadderMember, user_id=user.pk, ruleset_slug="mastery", why=why, game_id=number, now=now
    )


@tells("ladder_left")
def ladder_left_by_a_loss_on_time(cast):
    leave(cast.alice, why=Leaving.LOST_ON_TIME, game=challenge_on_ladder(cast.alice, cast.boris), days=7)


@tells("ladder_left")
def ladder_left_by_who_was_long_away(cast):
    leave(cast.alice, why=Leaving.UNSEEN)


@tells("ladder_left")
def ladder_left_by_who_is_suspended(cast):
    leave(cast.alice, why=Leaving.SUSPENDED)


def set_place(user, *, before: int | None, place: int | None, other=None) -> None:
    """Announces that staff have set somebody’s place, where the other stood."""
    told = {"user_id": user.pk, "before": before, "place": place, "other_id": other and other.pk, "other_place": 2}
    events.place_set.send(sender=LadderMember, ruleset_slug="mastery", now=timezone.now(), **told)


@tells("ladder_placed")
def ladder_placed_by_staff(cast):
    set_place(cast.alice, before=7, place=2)


@tells("ladder_placed")
def ladder_placed_for_the_first_time(cast):
    set_place(cast.alice, before=None, place=2)


@tells("ladder_placed")
def ladder_placed_off_it(cast):
    set_place(cast.alice, before=7, place=None)


@tells("ladder_placed")
def ladder_placed_where_one_stood(cast):
    set_place(cast.boris, before=7, place=1, other=cast.alice)


def move(*, winner, game: Game, first: int, last: int) -> None:
    """Announces that the winner came from the one place to the other, as they stand now."""
    events.ladder_moved.send(
        sender=LadderMember,
        ruleset_slug="mastery",
        game_id=game.pk,
        winner_id=winner.pk,
        first=first,
        last=last,
        now=timezone.now(),
    )


@tells("ladder_moved")
def ladder_moved_up(cast):
    line_up(UserFactory(), cast.alice, UserFactory(), UserFactory(), cast.boris)
    move(winner=cast.alice, game=challenge_on_ladder(cast.boris, cast.alice), first=2, last=5)


@tells("ladder_moved")
def ladder_moved_down(cast):
    between = UserFactory(username=LONGEST)
    line_up(cast.boris, between, cast.alice)
    move(winner=cast.boris, game=challenge_on_ladder(between, cast.boris), first=1, last=3)


@tells("ladder_moved")
def ladder_moved_back(cast):
    """Staff have undone the end of a game by which somebody had passed."""
    one, other = UserFactory(username=LONGEST), UserFactory()
    line_up(one, cast.alice, other)
    game = challenge_on_ladder(other, one)
    told = {"ruleset_slug": "mastery", "game_id": game.pk, "now": timezone.now()}
    events.ladder_restored.send(sender=LadderGame, first=2, last=2, **told)


@tells("ladder_moved")
def ladder_moved_down_by_who_took_my_place(cast):
    line_up(cast.boris, cast.alice)
    move(winner=cast.boris, game=challenge_on_ladder(cast.alice, cast.boris), first=1, last=2)

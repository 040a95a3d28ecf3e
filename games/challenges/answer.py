"""Answers to a challenge: a player accepts it, which starts the game, or declines it; or its challenger withdraws
it."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.conduct import blocks
from accounts.conduct.blocks import refuse_severed
from accounts.conduct.restrictions import Activity, refuse, refuse_of_other
from accounts.conduct.writing import refuse_text
from accounts.models import User
from core.refusal import Refusal
from core.words import Said
from engine.contract import Side
from games import clock, events, play
from games.challenges.locking import lock_challenge
from games.challenges.send import activity_of
from games.challenges.standing import refuse_changed
from games.models import Challenge, Game
from games.play.rated_pairs import refuse_many
from games.reading.fitting import find_unfit, read_figures
from games.reading.ratings import may_see_ratings
from games.terms import check_length
from games.words import challenges as words
from games.words import refusals

Audience = Challenge.Audience
Status = Challenge.Status
CLOSED = {
    Status.ACCEPTED: (words.TAKEN, words.TAKEN_BY_ME, words.TAKEN_OF_MINE),
    Status.DECLINED: (words.DECLINED, words.DECLINED_BY_ME, words.DECLINED_OF_MINE),
    Status.WITHDRAWN: (words.WITHDRAWN, words.WITHDRAWN_BY_ME, words.WITHDRAWN),
    Status.EXPIRED: (words.EXPIRED, words.EXPIRED, words.EXPIRED_OF_MINE),
}
"""For each way in which a challenge closes: what others are told, what the person who closed it is told, and what the
challenger is told."""


def accept(challenge_id: int, *, user: User, control: int = 0, seen: str = "", now: datetime | None = None) -> Game:
    """Starts the game that was offered, or both games of a pair, and returns the first. If the same user accepts again,
    they get the same game. A standing challenge gives them another game, on the terms that they have `seen`
    (`mark_terms`). If there are several time controls, `control` is the number of the chosen one.

    Raises Refusal: own, not_yours, gone, taken, declined, withdrawn, expired, challenger_restricted, barred,
    barred_open, barred_rated, many_rated, suspended, rating_limit, provisional, reliability, unknown_value, changed.
    """
    with transaction.atomic():
        challenge, (challenger, user) = lock_challenge(challenge_id, user=user)
        now = now or timezone.now()
        if challenge.opponent_id == user.pk and (game := challenge.games.order_by("pk").first()):
            return game
        _check_may_accept(challenge, user=user)
        _check_pending(challenge, user=user, now=now)
        refuse_changed(challenge, seen=seen)
        refuse(user, activity_of(challenge.audience), now=now)
        refuse_of_other(challenger, activity_of(challenge.audience), now=now)
        refuse_severed(user, challenge.challenger, what=blocks.PLAY)
        refuse_unfit(challenge, user=user, now=now)
        if challenge.rated:
            _check_rated(challenge, challenger, user=user, now=now)
        events.challenge_accepting.send(sender=Challenge, challenge_id=challenge.pk, user_id=user.pk, now=now)
        told = [challenge.challenger_id] if challenge.stands else ()  # that a game has been found for them
        game = start_accepted(challenge, user=user, control=_choose(challenge, control), told=told, now=now)
        if not challenge.stands:
            challenge.opponent = user
            _close(challenge, status=Status.ACCEPTED, now=now)
        events.challenge_accepted.send(sender=Challenge, challenge_id=challenge.pk, game_id=game.pk)
    return game


def start_accepted(
    challenge: Challenge,
    *,
    user: User,
    control: clock.Control,
    now: datetime,
    side: Side | None = None,
    vacation_days: int | None = None,
    weekends: bool | None = None,
    told: Collection[int] = (),
) -> Game:
    """Starts what a locked challenge offers, of a pair the first of both. Two standing challenges that meet agree on
    the side of the challenger, the days of vacation and the weekends; `told` are players who are told of the game
    otherwise than by their first turn."""
    terms = {
        "ruleset_slug": challenge.ruleset_slug,
        "options": challenge.options,
        "control": control,
        "weekends": challenge.weekends if weekends is None else weekends,
        "vacation_days": challenge.vacation_days if vacation_days is None else vacation_days,
        "private": challenge.private,
        "rated": challenge.rated,
        "challenge": challenge,
        "arranged": Game.Arranged.STANDING if challenge.stands else "",
        "told": told,
        "now": now,
    }
    if side is None and (side := challenge.side_offered) is None:
        side = secrets.choice(list(Side))
    players = (challenge.challenger, user)
    first, second = players if side == Side.FIRST else players[::-1]
    if challenge.pair:
        return play.start_pair(first, second, **terms)[0]
    return play.start_game(first=first, second=second, **terms)


def refuse_unfit(challenge: Challenge, *, user: User, now: datetime) -> None:
    """Raises Refusal: rating_limit, provisional, reliability. It uses both players’ present figures."""
    if challenge.has_limits:
        figures = read_figures([challenge], reader=user.pk)
        if refusal := find_unfit(challenge, figures, user_id=user.pk, now=now, sees=may_see_ratings(user)):
            raise refusal


def _choose(challenge: Challenge, number: int) -> clock.Control:
    """One of the time controls that a challenge offers."""
    if not 0 <= number < len(challenge.controls):
        raise Refusal(refusals.UNKNOWN_VALUE(), status=422)
    return challenge.controls[number]


def decline(challenge_id: int, *, user: User, reason: str = "", now: datetime | None = None) -> None:
    """Declines a challenge that was sent to the user. Raises Refusal: not_yours, taken, declined, withdrawn, expired;
    with a reason also muted, suspended."""
    with transaction.atomic():
        challenge, (_, user) = lock_challenge(challenge_id, user=user)
        now = now or timezone.now()
        _check_may_decline(challenge, user=user)
        _check_pending(challenge, user=user, now=now)
        challenge.opponent = user
        challenge.reason = check_length(reason)
        refuse_text(user, challenge.reason, now=now)
        _close(challenge, status=Status.DECLINED, now=now)
        events.challenge_declined.send(sender=Challenge, challenge_id=challenge.pk)


def withdraw(challenge_id: int, *, user: User, now: datetime | None = None) -> None:
    """Withdraws the user's own challenge, also a standing one. Raises Refusal: not_yours, taken, declined, withdrawn,
    expired."""
    with transaction.atomic():
        challenge, _ = lock_challenge(challenge_id, user=user)
        now = now or timezone.now()
        if challenge.challenger_id != user.pk:
            raise Refusal(refusals.NOT_YOURS_TO_WITHDRAW(), status=403)
        _check_pending(challenge, user=user, now=now)
        _close(challenge, status=Status.WITHDRAWN, now=now)
        events.challenge_withdrawn.send(sender=Challenge, challenge_id=challenge.pk, now=now)


def _close(challenge: Challenge, *, status: Challenge.Status, now: datetime) -> None:
    challenge.status = status
    challenge.closed_at = now
    challenge.save()


# --- Who may answer, and when -----------------------------------------------------------------------------------
def _check_may_accept(challenge: Challenge, *, user: User) -> None:
    """Anyone who has the secret token of an invitation may accept it, under any account; views ask for the token."""
    if challenge.challenger_id == user.pk:
        raise Refusal(refusals.OWN_STANDING() if challenge.stands else refusals.OWN())
    if challenge.audience == Audience.PLAYER and challenge.opponent_id != user.pk:
        raise Refusal(refusals.NOT_YOURS(), status=403)
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise Refusal(refusals.ACCOUNT_CLOSED(), status=403)
    if not challenge.challenger.is_active:
        raise Refusal(refusals.GONE())


def _check_rated(challenge: Challenge, challenger: User, *, user: User, now: datetime) -> None:
    refuse(user, Activity.RATED, now=now)
    refuse_of_other(challenger, Activity.RATED, now=now)
    refuse_many(challenger, user, slug=challenge.ruleset_slug, now=now, games=challenge.game_count)


def may_decline(challenge: Challenge, *, user: User) -> bool:
    """Whether the user may decline it: the player it was sent to, or anyone who has the link of an invitation whose
    address is unknown here."""
    mine = challenge.opponent_id == user.pk
    invited = challenge.audience == Audience.ADDRESS and challenge.opponent_id is None
    return challenge.challenger_id != user.pk and (mine or invited)


def _check_may_decline(challenge: Challenge, *, user: User) -> None:
    if not may_decline(challenge, user=user):
        raise Refusal(refusals.NOT_YOURS_TO_DECLINE(), status=403)


def _check_pending(challenge: Challenge, *, user: User, now: datetime) -> None:
    status = Status(challenge.status)
    if status == Status.PENDING and challenge.expires_at <= now:
        status = Status.EXPIRED
    if status != Status.PENDING:
        raise Refusal(_tell_closed(challenge, status, user=user))


def _tell_closed(challenge: Challenge, status: Challenge.Status, *, user: User) -> Said:
    """What became of the challenge, for a player who answers it too late, perhaps after an answer of their own."""
    sentence, own, to_challenger = CLOSED[status]
    if user.pk == (challenge.challenger_id if status == Status.WITHDRAWN else challenge.opponent_id):
        return own()
    return (to_challenger if user.pk == challenge.challenger_id else sentence)()

"""Mails about a challenge: sent to a player or an address, accepted, declined."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games import clock, drawing, words
from games.engine.contract import Side
from games.models import Challenge
from notifications.faults import Dropped
from notifications.models import BlockedAddress, Notice
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.games import describe_game, load_game, show_instant
from notifications.wording.pictures import draw_picture


def received(notice: Notice, *, now: datetime) -> dict[str, Any]:
    challenge = _load(notice)
    _require_standing(challenge, now=now)
    return {**describe_offer(challenge), "link": links.absolute(challenge.get_absolute_url())}


def invitation(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """To an address whose owner never asked for anything; one word of theirs ends it."""
    challenge = _load(notice)
    if BlockedAddress.objects.filter(address=notice.address.lower()).exists():
        raise Dropped("The owner of the address wants no mail from us.")
    _require_standing(challenge, now=now)
    link = links.absolute(reverse("invitation", args=[challenge.token]))
    return {**describe_offer(challenge), "link": link, "never_url": links.never_url(notice.address)}


def accepted(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """The game as it stands now, which may be some turns on or over."""
    challenge = _load(notice)
    if challenge.game_id is None:
        raise Dropped("The challenge led to no game.")
    notice.payload["game"] = challenge.game_id
    return describe_game(load_game(notice), notice, now=now)


def declined(notice: Notice, *, now: datetime) -> dict[str, Any]:
    challenge = _load(notice)
    if challenge.opponent is None:
        raise Dropped("Nobody declined it.")
    return {
        "ruleset": challenge.ruleset,
        "by": challenge.addressee,
        "reason": clean_lines(challenge.reason),
        "link": links.absolute(reverse("challenges")),
    }


def expiring(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """To whom it is for, and to the challenger, who is `mine`."""
    challenge = _load(notice)
    _require_standing(challenge, now=now)
    return {
        **describe_offer(challenge),
        "mine": challenge.challenger_id == notice.recipient_id,
        "to": challenge.addressee,
        "left": clock.remaining(challenge.expires_at, now=now),
        "link": links.absolute(challenge.get_absolute_url()),
    }


def describe_offer(challenge: Challenge) -> dict[str, Any]:
    """What is offered, and the board it would begin with, from the chair of whoever is asked."""
    ruleset = challenge.ruleset
    position = ruleset.start(**challenge.options)
    theirs = challenge.side_offered
    mine = None if theirs is None else theirs.other
    return {
        "challenger": challenge.challenger.username,
        "ruleset": ruleset,
        "options": words.options_of(challenge),
        "time": words.time_of(challenge),
        "my_side": "either side, by lot" if mine is None else ruleset.sides[mine],
        "by_chance": challenge.is_seated_by_chance,
        "private": challenge.private,
        "note": clean_lines(challenge.note),
        "expires": show_instant(challenge.expires_at),
        "picture": draw_picture(ruleset, position, side=Side.FIRST if mine is None else mine, last_turn=None),
        "text_board": drawing.draw_text_board(ruleset, position),
    }


def _load(notice: Notice) -> Challenge:
    try:
        return Challenge.objects.select_related("challenger", "opponent").get(pk=notice.payload["challenge"])
    except Challenge.DoesNotExist:
        raise Dropped("The challenge is gone.") from None


def _require_standing(challenge: Challenge, *, now: datetime) -> None:
    if not challenge.is_pending or challenge.expires_at <= now:
        raise Dropped("The challenge is answered or over.")
    if not challenge.challenger.is_active:
        raise Dropped("The challenger is gone.")

"""What stands at the bell, in a sentence and a link each: as it was when it was told, with a few queries for all."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.urls import reverse

from accounts.models import User
from games import words
from games.models import Challenge, Game, Seat
from games.play.offers import registry
from notifications.models import Kind, Notice

logger = logging.getLogger(__name__)

OF_GAMES = {
    Kind.YOUR_TURN: "It was your turn against {who}",
    Kind.DEADLINE_NEAR: "Your time was running out against {who}",
    Kind.OFFER_MADE: "{who} made you an offer",
    Kind.OFFER_DECLINED: "{who} declined your offer",
    Kind.CHAT_MESSAGE: "{who} wrote to you",
}
OF_CHALLENGES = {
    Kind.CHALLENGE_RECEIVED: "{who} challenged you",
    Kind.CHALLENGE_ACCEPTED: "{who} accepted your challenge",
    Kind.CHALLENGE_DECLINED: "{who} declined your challenge",
    Kind.CHALLENGE_EXPIRING: "A challenge with {who} was about to expire",
}
RESULTS = {"won": "You won against {who}", "lost": "You lost against {who}", "drawn": "A draw with {who}"}
OTHERS = {
    Kind.OFF_TIME_USED: ("A day of off-time was taken by itself", "off_time"),
    Kind.REPORT_RESULT: ("Staff have looked at your report", ""),
    Kind.TEST: ("A test that you asked for", "notice_switches"),
}
SOMEBODY = "somebody"
UNSHOWN = "Something happened that this page cannot show at the moment"


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the page of news; `link` may be empty. `times` counts what says the same, of which this is the last."""

    notice: Notice
    sentence: str
    about: str = ""
    link: str = ""
    is_new: bool = False
    times: int = 1


def describe(notices: Sequence[Notice], *, user: User) -> list[Item]:
    """In their order, those of one kind and game that follow each other as one. Five queries at most."""
    games = _load_games(notices)
    challenges = _load_challenges(notices)
    groups = (list(group) for _, group in groupby(notices, key=_name_subject))
    return [
        replace(
            _describe_or_name(group[0], user=user, games=games, challenges=challenges),
            times=len(group),
            is_new=any(notice.seen_at is None for notice in group),
        )
        for group in groups
    ]


def _name_subject(notice: Notice) -> tuple[str, str, int]:
    """What it is about, the like of which need not be told twice: a game's turns, say, or its messages."""
    return notice.kind, _name_offer(notice), (notice.kind in OF_GAMES and notice.id_of("game")) or -notice.pk


def _name_offer(notice: Notice) -> str:
    """The kind of offer that it is about; empty where it is about none."""
    return str(notice.payload.get("offer", "")) if isinstance(notice.payload, dict) else ""


def _load_games(notices: Iterable[Notice]) -> dict[int, Game]:
    wanted = {game for notice in notices if (game := notice.id_of("game"))}
    found = Game.objects.filter(pk__in=wanted).prefetch_related("seats__user") if wanted else []
    return {game.pk: game for game in found}


def _load_challenges(notices: Iterable[Notice]) -> dict[int, Challenge]:
    wanted = {challenge for notice in notices if (challenge := notice.id_of("challenge"))}
    found = Challenge.objects.select_related("challenger", "opponent").filter(pk__in=wanted) if wanted else []
    return {challenge.pk: challenge for challenge in found}


def _describe_or_name(notice: Notice, **known: Any) -> Item:
    """Of one that cannot be shown only that it is there: the others are."""
    try:
        return _describe(notice, **known)
    except Exception:
        logger.exception("Notice %s cannot be shown", notice.pk)
        return Item(notice, UNSHOWN)


def _describe(notice: Notice, *, user: User, games: dict[int, Game], challenges: dict[int, Challenge]) -> Item:
    kind = Kind(notice.kind)
    if kind in OTHERS:
        sentence, page = OTHERS[kind]
        return Item(notice, sentence, link=reverse(page) if page else "")
    if challenge := challenges.get(notice.id_of("challenge") or 0):
        return _describe_challenge(notice, challenge, user=user)
    if game := games.get(notice.id_of("game") or 0):
        return _describe_game(notice, game, user=user)
    return Item(notice, kind.label.capitalize())


def _describe_game(notice: Notice, game: Game, *, user: User) -> Item:
    seats: list[Seat] = list(game.seats.all())
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    who = next((seat.user.username for seat in seats if seat != mine), SOMEBODY)
    template = OF_GAMES.get(Kind(notice.kind), Kind(notice.kind).label.capitalize())
    if notice.kind == Kind.GAME_OVER:
        outcome = words.tell_outcome(mine.side if mine else None, winner=game.winner, termination=game.termination)
        template = RESULTS.get(outcome, "No result against {who}")
    elif offer := registry.find(_name_offer(notice)):
        template = f"{{who}} {offer.asked_before if notice.kind == Kind.OFFER_MADE else offer.declined}"
    elif notice.kind == Kind.YOUR_TURN and mine and not game.is_over and game.side_to_move == mine.side:
        template = "It is your turn against {who}"
    about = f"{game.ruleset.name} #{game.pk}"
    return Item(notice, template.format(who=who), about, game.get_absolute_url())


def _describe_challenge(notice: Notice, challenge: Challenge, *, user: User) -> Item:
    mine = challenge.challenger_id == user.pk
    other = challenge.opponent if mine else challenge.challenger
    who = other.username if other else SOMEBODY
    template = OF_CHALLENGES.get(Kind(notice.kind), Kind(notice.kind).label.capitalize())
    link = reverse("game", args=[challenge.game_id]) if challenge.game_id else challenge.get_absolute_url()
    sentence = template.format(who=who)
    return Item(notice, sentence[0].upper() + sentence[1:], challenge.ruleset.name, link)

"""Makes appeals against decisions about a person or a game, and finds decisions by the links that the people concerned
get."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from core.addresses import address_of
from core.refusal import Refusal
from core.words import Said
from moderation import events
from moderation.actions import registry
from moderation.actions.contract import ConcerningOthers
from moderation.models import Appeal, LoggedAction
from moderation.words import acting as acting_words
from moderation.words import refusals

LONGEST = 2000
WITHIN_DAYS = 90
"""How many days after a decision a person may appeal against it. While a restriction is in force, they always may."""
SALT = "moderation.appeals.game"


def make(restriction: Restriction, *, text: str, now: datetime | None = None) -> Appeal:
    """Asks staff to look again at what was decided about a person. Raises Refusal: no_text, appealed_already,
    not_standing."""
    now = now or timezone.now()
    return _make(text, now=now, may=may_appeal(restriction, now=now), restriction=restriction)


def make_of_game(decision: LoggedAction, *, by: User, text: str, now: datetime | None = None) -> Appeal:
    """Asks staff to look again at what was done to a game. One of its players asks; if several games were concerned, an
    opponent does. Raises Refusal as `make` does."""
    now = now or timezone.now()
    return _make(text, now=now, may=may_appeal_of_game(decision, now=now), decision=decision, by=by)


def _make(text: str, *, now: datetime, may: bool, **against: Any) -> Appeal:
    text = text.strip()
    if not text:
        raise Refusal(refusals.NO_APPEAL_TEXT(), status=422)
    if not may:
        raise Refusal(refusals.NOT_STANDING())
    try:
        with transaction.atomic():
            made = Appeal.objects.create(text=text[:LONGEST], made_at=now, **against)
            events.appeal_made.send(sender=Appeal, appeal_id=made.pk)
            return made
    except IntegrityError:
        raise Refusal(refusals.APPEALED_ALREADY()) from None


def may_appeal(restriction: Restriction, *, now: datetime) -> bool:
    if restriction.close == Restriction.Close.LIFTED:
        return False
    ended = restriction.closed_at or now
    return (now - ended).days < WITHIN_DAYS


def may_appeal_of_game(decision: LoggedAction, *, now: datetime) -> bool:
    """Whether players may still appeal. They may not if the decision was undone, nor against undoing, which restores
    the decision before."""
    if decision.is_reversal or LoggedAction.objects.filter(reverses=decision).exists():
        return False
    return (now - decision.done_at).days < WITHIN_DAYS


def find(restriction: Restriction) -> Appeal | None:
    return Appeal.objects.filter(restriction=restriction).first()


def find_of_game(decision: LoggedAction, *, by: User) -> Appeal | None:
    return Appeal.objects.filter(decision=decision, by=by).first()


def path_of_game(decision: LoggedAction, *, user_id: int) -> str:
    """Returns the page that tells one player of a decision about their game and takes their appeal, even if they cannot
    log in. The link is signed."""
    return address_of("game_decision", signing.Signer(salt=SALT).sign(f"{decision.pk}-{user_id}"))


def find_by_token(token: str) -> tuple[LoggedAction, User] | None:
    """Returns the decision and the player that a link names."""
    try:
        number, _, user_id = signing.Signer(salt=SALT).unsign(token).partition("-")
    except signing.BadSignature:
        return None
    rows = LoggedAction.objects.select_related("by", "person", "game", "report", "reversed_by")
    decision, player = rows.filter(pk=number).first(), User.objects.filter(pk=user_id).first()
    if decision is None or player is None:
        return None
    return (decision, player) if decision.game_id or concerns_another(decision, user_id=player.pk) else None


# --- Decisions about a person that concern others ------------------------------------------------------------------
def find_concerning(decision: LoggedAction) -> ConcerningOthers | None:
    """Returns the action if it was done to a person and concerns others, too."""
    action = registry.ACTIONS.find(decision.action)
    return action if isinstance(action, ConcerningOthers) and not decision.game_id else None


def list_games_of(decision: LoggedAction, *, user_id: int) -> list[int]:
    """Returns the games of another user, not the person, that the decision concerns."""
    action = find_concerning(decision)
    return action.list_games_of(user_id, decision) if action is not None and not decision.is_reversal else []


def concerns_another(decision: LoggedAction, *, user_id: int) -> bool:
    return bool(list_games_of(decision, user_id=user_id))


def read_reason(decision: LoggedAction) -> str:
    """Returns what staff wrote for those other people."""
    action = find_concerning(decision)
    return action.read_reason(decision) if action is not None else ""


def tell_put_back(appeal: Appeal) -> Said | None:
    """Says how many games count again for an opponent whose appeal was right."""
    if appeal.decision is None or appeal.by_id is None or appeal.outcome != Appeal.Outcome.REVERSED:
        return None
    if LoggedAction.objects.filter(reverses=appeal.decision_id).exists():
        return None  # the whole decision has been undone since
    games = list_games_of(appeal.decision, user_id=appeal.by_id)
    return acting_words.GAMES_BACK(n=len(games)) if games else None


# --- What an appeal is about --------------------------------------------------------------------------------------
def name_decision(appeal: Appeal) -> str:
    """Says what staff had done, in words for the person who appeals."""
    if appeal.restriction is not None:
        return str(restrictions.tell_short(appeal.restriction))
    assert appeal.decision is not None
    action = registry.ACTIONS.find(appeal.decision.action)
    name = "done" if appeal.decision.game_id else "done_to_others"
    return str(getattr(action, name, acting_words.STAFF_ACTED()))


def list_games(appeal: Appeal) -> list[int]:
    """Lists the games that the appeal is about, as far as the person who appeals knows them."""
    if appeal.restriction is not None:
        logged = LoggedAction.objects.filter(restriction=appeal.restriction, reverses=None, game=None).first()
        return list(logged.before.get("games", [])) if logged is not None else []
    assert appeal.decision is not None
    assert appeal.by_id is not None
    game = appeal.decision.game_id
    return [game] if game is not None else list_games_of(appeal.decision, user_id=appeal.by_id)

"""What kinds about a challenge have in common: who offers what, and the board at the start."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from core.prepared import PreparedQuery
from engine import drawing, lessons
from engine.contract import Side, does_chance_seat
from games import telling
from games.models import Challenge
from games.pictures.boards import draw_picture
from games.telling.cards import introduce
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording.clean import clean_lines
from notifications.wording.games import show_instant
from notifications.wording.links import absolute
from notifications.words import games as words


class OfChallenge(Kind):
    """A kind about a challenge. Its sentence in the inbox has `{who}` for the other player."""

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        challenge = known.challenges.get(notice.id_of("challenge") or 0)
        if challenge is None:
            return Line(self.label)
        other = challenge.opponent if challenge.challenger_id == user.pk else challenge.challenger
        assert self.sentence is not None  # each kind about a challenge has one
        sentence = str(self.sentence(who=other.shown_name if other else words.SOMEBODY()))
        game = min((game.pk for game in challenge.games.all()), default=None)  # already read for all lines
        link = reverse("game", args=[game]) if game else challenge.get_absolute_url()
        return Line(sentence[0].upper() + sentence[1:], challenge.ruleset.name, link)


def tell_challenger(challenge_id: int, *, kind: Kind) -> None:
    """Tells the challenger what became of a challenge. It says nothing about a standing one: each of its games is told
    as found for them."""
    found = Challenge.objects.filter(pk=challenge_id, stands=False).values_list("challenger_id", flat=True)
    payload = {"challenge": challenge_id}
    write(*(make(kind.name, key=f"answer:{challenge_id}", recipient_id=each, payload=payload) for each in found))


def describe_offer(challenge: Challenge) -> dict[str, Any]:
    """Describes what is offered, and the board at the start from the side of the player who is asked."""
    ruleset = challenge.ruleset
    position = ruleset.start(**challenge.options)
    theirs = challenge.side_offered
    mine = None if theirs is None else theirs.other
    return {
        "challenger": challenge.challenger.username,
        "ruleset": ruleset,
        "options": telling.options_of(challenge),
        "time": telling.time_of(challenge),
        "my_side": words.RANDOM_SIDE() if mine is None else ruleset.sides[mine],
        "by_chance": challenge.is_seated_by_chance,
        "pair": challenge.pair,
        "chance_seats": does_chance_seat(ruleset),
        "private": challenge.private,
        "rated": challenge.rated,
        "note": clean_lines(challenge.shown_note),
        "expires": show_instant(challenge.expires_at),
        "picture": draw_picture(ruleset, position, side=Side.FIRST if mine is None else mine, last_turn=None),
        "text_board": drawing.draw_text_board(ruleset, position),
        "card": introduce(ruleset),
        "learn": absolute(reverse("lesson", args=[ruleset.slug])) if lessons.has_any(ruleset) else "",
        "try_it": absolute(reverse("practice", args=[ruleset.slug])),
    }


def load_challenge(notice: Notice) -> Challenge:
    for challenge in find_challenge(notice.payload["challenge"]):
        return challenge
    raise Dropped("The challenge is gone.")


@PreparedQuery
def find_challenge(pk: int) -> QuerySet[Challenge]:
    """Prepared, since each email about a challenge asks it."""
    return Challenge.objects.select_related("challenger", "opponent").filter(pk=pk)


def require_standing(challenge: Challenge, *, now: datetime) -> None:
    if not challenge.is_pending or challenge.expires_at <= now:
        raise Dropped("The challenge is answered or over.")
    if not challenge.challenger.is_active:
        raise Dropped("The challenger is gone.")

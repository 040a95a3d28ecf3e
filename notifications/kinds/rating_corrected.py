"""A rating of the reader was corrected: a game that counted now counts differently, or no longer."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Said, Sentence, say_all
from engine import registry
from games import events
from games.models import Game
from games.reading.ratings import may_see_ratings
from moderation import appeals
from moderation.models import LoggedAction
from notifications.contract import Kind, Known, Line
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.games import find_opponent
from notifications.words import ratings as words


class RatingCorrected(Kind):
    label = _("A rating of mine was corrected")
    order = 142
    is_in_thread = True
    sentence = Sentence("rating_corrected", "A rating of yours was corrected")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        told, user = notice.payload, notice.recipient
        assert user is not None  # only people with an account have ratings
        game = Game.objects.prefetch_related("seats__user").filter(pk=told["game"]).first() if told["game"] else None
        return {
            "why": tell_why(told, game, user=user),
            "rating": tell_rating(told, user=user),
            "link": links.absolute(find_page(told, user=user)),
            "game": game,
            "opponent": find_opponent(game, user=user) if game else "",
            **describe_decision(told.get("decision"), user=user),
        }

    def name_subject(self, notice: Notice) -> None:
        return None

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        told = notice.payload
        why = tell_why(told, known.games.get(told["game"] or 0), user=user)
        return Line(say_all(why, tell_rating(told, user=user)), "", find_decision(told, user=user))


kind = RatingCorrected()


def tell_why(told: dict[str, Any], game: Game | None, *, user: User) -> Said:
    if game is None:
        return words.SEVERAL.get(told["cause"], words.OTHERWISE)()
    return words.CORRECTED[told["cause"]](number=game.pk, who=find_opponent(game, user=user))


def tell_rating(told: dict[str, Any], *, user: User) -> Said:
    if not may_see_ratings(user):
        return words.WAS_CORRECTED()
    ruleset = registry.get(told["ruleset"]).name
    return words.IS_INSTEAD(ruleset=ruleset, before=told["before"], after=told["after"])


def find_decision(told: dict[str, Any], *, user: User) -> str:
    """Returns where the inbox leads: to the decision of staff and its appeal, or otherwise as `find_page` says. No
    query."""
    if told.get("decision"):
        return appeals.path_of_game(LoggedAction(pk=told["decision"]), user_id=user.pk)
    return find_page(told, user=user)


def find_page(told: dict[str, Any], *, user: User) -> str:
    """Returns the page of the game, or of all rated games of the reader. What staff decided has a link of its own."""
    if told["game"]:
        return reverse("game", args=[told["game"]])
    return reverse("rating_history", args=[user.username, told["ruleset"]])


def describe_decision(number: int | None, *, user: User) -> dict[str, Any]:
    """Says why staff did it, and where the reader can appeal. Says nothing to the person whom the decision concerns,
    who reads it elsewhere."""
    row = LoggedAction.objects.filter(pk=number).select_related("reversed_by").first() if number else None
    if row is None or not appeals.concerns_another(row, user_id=user.pk):
        return {}
    return {
        "reason": clean_lines(appeals.read_reason(row)),
        "appeal": links.absolute(appeals.path_of_game(row, user_id=user.pk)),
        "undone_since": hasattr(row, "reversed_by"),
    }


@receiver(events.rating_corrected)
def on_rating_corrected(
    *,
    user_id: int,
    ruleset_slug: str,
    before: int,
    after: int,
    cause: str,
    game_id: int | None,
    decision: int | None,
    **_: Any,
) -> None:
    """Writes one notice for each correction, since a result may be changed and changed back."""
    payload = {"game": game_id, "ruleset": ruleset_slug, "before": before, "after": after, "cause": str(cause)}
    payload |= {"decision": decision} if decision else {}
    key = f"rating:{ruleset_slug}:{game_id}:{timezone.now().isoformat()}"
    write(make(kind.name, key=key, recipient_id=user_id, payload=payload))

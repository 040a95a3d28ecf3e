"""A day of vacation was used automatically: which games it saved, and how much vacation is left."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Vacation
from accounts.profile import balance
from accounts.time_off.vacation import balance_of
from core.words import Said, Sentence
from games import events, telling
from games.models import ClockChange, Game
from notifications.contract import Kind
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.games import show_instant
from notifications.words import games as words


class VacationUsed(Kind):
    label = _("Vacation was used automatically")
    order = 110
    urgency = Urgency.LAPSING
    sentence = Sentence("vacation_used", "A day of vacation was used automatically")
    page = "vacation"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes it. The first time, the email also explains automatic vacation."""
        vacation, user = Vacation.objects.filter(pk=notice.payload["vacation"]).first(), notice.recipient
        changes = ClockChange.objects.filter(vacation=vacation, kind=ClockChange.Kind.AUTOMATIC) if vacation else None
        if user is None or vacation is None or not changes:
            raise Dropped("The day was given back, or saved no game.")
        before = Vacation.objects.filter(user=user, automatic=True, pk__lt=vacation.pk)
        return {
            "games": list_games(changes, user_id=user.pk),
            "first": not before.exists(),
            "left": telling.tell_length(balance_of(user, now=now)),
            "automatic": user.vacation_automatic,
            "earned_in": balance.EARNED_IN,
            "link": links.absolute(reverse("vacation")),
        }


kind = VacationUsed()


def name_game(game: Game, who: str) -> Said:
    return words.GAME_AGAINST(ruleset=game.ruleset.name, number=game.pk, who=who)


def list_games(changes: QuerySet[ClockChange], *, user_id: int) -> list[dict[str, Any]]:
    """Returns each game that was saved, nearest deadline first, with its old and its new deadline."""
    found = changes.select_related("game").prefetch_related("game__seats__user").order_by("after_at", "pk")
    return [
        {
            "title": str(name_game(change.game, opponent.user.shown_name)),
            "opponent": opponent.user.shown_name,
            "ruleset": change.game.ruleset.name,
            "number": str(change.game.pk),
            "link": links.absolute(change.game.get_absolute_url()),
            "before": show_instant(change.before_at) if change.before_at else "",
            "after": show_instant(change.after_at) if change.after_at else "",
        }
        for change in found
        for opponent in change.game.seats.all()
        if opponent.user_id != user_id
    ]


@receiver(events.vacation_used)
def on_vacation_used(*, user_id: int, vacation_id: int, **_: Any) -> None:
    """Writes one notice for all games that the day saved at once, and another for each game that it saves later."""
    saved = ClockChange.objects.filter(vacation=vacation_id, kind=ClockChange.Kind.AUTOMATIC).count()
    key, payload = f"vacation:{vacation_id}:{saved}", {"vacation": vacation_id}
    write(make(kind.name, key=key, recipient_id=user_id, payload=payload))

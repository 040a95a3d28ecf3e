"""Staff have answered the reader's appeal against one of their decisions."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.conduct import restrictions
from accounts.models import User
from core.words import Sentence
from moderation import appeals, events
from moderation.models import Appeal, LoggedAction
from notifications.contract import Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.restrictions import OfRestriction

OF_RATED = Sentence("of_rated", "games taken out of the ratings")
OF_GAME = Sentence("of_game", "game {number}")


class AppealAnswered(OfRestriction):
    label = _("My appeal has been answered")
    order = 137
    sentence = Sentence("appeal_answered", "Staff have answered your appeal")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        rows = Appeal.objects.select_related("restriction__user", "decision__game", "by")
        found = rows.filter(pk=notice.payload["appeal"]).first()
        if found is None or found.is_open:
            raise Dropped("The appeal is gone, or not answered.")
        standing = restrictions.list_standing(found.person, now=now) if found.restriction else []
        return {
            "what": tell_what(found),
            "is_reversed": found.outcome == Appeal.Outcome.REVERSED,
            "outcome": found.get_outcome_display(),
            "answer": clean_lines(found.answer),
            "of_game": found.decision is not None,
            "standing": [each.told for each in standing],
            "link": links.absolute(find_path(found)),
        }

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        decision = notice.id_of("decision")
        if decision is None:
            return super().tell_inbox(notice, user=user, known=known)
        return Line(self.say(notice), link=appeals.path_of_game(LoggedAction(pk=decision), user_id=user.pk))


kind = AppealAnswered()


def tell_what(appeal: Appeal) -> str:
    """Says what the appeal is against."""
    if appeal.restriction is not None:
        return str(appeal.restriction.get_kind_display())
    assert appeal.decision is not None
    if appeal.decision.game_id is None:
        return str(OF_RATED())
    return str(OF_GAME(number=appeal.decision.game_id))


def find_path(appeal: Appeal) -> str:
    """Returns the page of the decision that the appeal is against."""
    if appeal.restriction is not None:
        return appeal.restriction.appeal_path
    assert appeal.decision is not None
    return appeals.path_of_game(appeal.decision, user_id=appeal.person.pk)


@receiver(events.appeal_answered)
def on_appeal_answered(*, appeal_id: int, **_: Any) -> None:
    found = Appeal.objects.select_related("restriction__user", "by").get(pk=appeal_id)
    against = {"restriction": found.restriction_id} if found.restriction else {"decision": found.decision_id}
    payload = {"appeal": appeal_id, **against}
    write(make(kind.name, key=f"appeal:{appeal_id}", recipient_id=found.person.pk, payload=payload))

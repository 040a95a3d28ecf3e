"""Reports of players about each other, appeals against decisions about them, and what two moderators do with both."""

from hypothesis import strategies as st

from accounts.models import Restriction
from games.models import Game, Message
from moderation import appeals, reports
from moderation.models import Appeal, Report
from moderation.things.kinds import message
from tests.stateful.actions import action, pairs
from tests.stateful.actions.games import which
from tests.stateful.actions.staff import find_staff, follow_restored
from tests.stateful.site import Site

matters = st.sampled_from(("words", "help", "stopped", "other"))
deeds = st.sampled_from(("claim", "release", "answer", "answer"))
staff = st.sampled_from(("Mira", "Nils"))


@action(pair=pairs, matter=matters)
def report(site: Site, *, pair: tuple[int, int], matter: str) -> None:
    one, other = (site.players[number] for number in pair)
    reports.make(one.user, about=other.user, matter=matter, text="See for yourselves.")


@action(number=which, matter=matters)
def report_line(site: Site, *, number: int, matter: str) -> None:
    """A line of chat, by the other player of its game."""
    said = list(Message.objects.filter(game__seats__user__in=[each.pk for each in site.players]).order_by("pk"))
    if not said:
        return
    line = said[number % len(said)]
    reader = line.game.seats.exclude(user=line.user_id).get().user
    thing = message.kind.find(reader, line.pk)
    reports.make(reader, about=line.user, matter=matter, text="Read that.", thing=thing)


@action(
    number=which,
    by=staff,
    deed=deeds,
    outcome=st.sampled_from(Report.Outcome.values),
)
def look_at_report(site: Site, *, number: int, by: str, deed: str, outcome: str) -> None:
    """Takes all that waits about a person, leaves it to the other, or answers it."""
    found = list(Report.objects.order_by("-pk"))
    if not found:
        return
    pk, member = found[number % len(found)].pk, find_staff(by)
    if deed == "claim":
        reports.take(pk, staff=member)
    elif deed == "release":
        reports.release(pk, staff=member)
    else:
        reports.answer(pk, outcome=outcome, answer="We have looked.", reason="Seen it.", staff=member)


@action(number=which)
def appeal(site: Site, *, number: int) -> None:
    """Against something that was decided about a player."""
    if site.laid:
        decided = Restriction.objects.get(pk=site.laid[number % len(site.laid)][0])
        appeals.make(decided, text="It was not me.")


@action(
    weight=2,
    number=which,
    by=staff,
    deed=deeds,
    outcome=st.sampled_from(Appeal.Outcome.values),
)
def look_at_appeal(site: Site, *, number: int, by: str, deed: str, outcome: str) -> None:
    """As at a report; where the decision is reversed, games that it ended go on."""
    found = list(Appeal.objects.order_by("-pk"))
    if not found:
        return
    pk, member = found[number % len(found)].pk, find_staff(by)
    if deed == "claim":
        appeals.take(pk, staff=member)
    elif deed == "release":
        appeals.release(pk, staff=member)
    else:
        over = set(Game.objects.ended().values_list("pk", flat=True))
        appeals.answer(pk, outcome=outcome, answer="We have looked again.", staff=member)
        follow_restored(site, over)

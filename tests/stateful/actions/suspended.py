"""A suspension that is undone in the same minute: its player stands on all ladders where they stood."""

from competition.models import LadderMember
from moderation import acting
from moderation.models import LoggedAction
from tests.stateful.actions import action, players
from tests.stateful.actions.staff import make_order, restrict
from tests.stateful.site import Site


@action(number=players)
def suspend_and_undo(site: Site, *, number: int) -> None:
    before = read_ladders()
    restrict(site, number=number, name="suspend", hours=30, games="go_on")
    row = LoggedAction.objects.filter(action="suspend", game=None, reverses=None).latest("pk")
    acting.undo(row, order=make_order(site))
    if (now := read_ladders()) != before:
        site.faults.append(f"player {number} was suspended and not, and {before} became {now}")


def read_ladders() -> list[tuple[str, int]]:
    """Everybody who stands somewhere and is not leaving, in their order."""
    standing = LadderMember.objects.exclude(rank=None).filter(leaving_at=None).order_by("ruleset_slug", "rank")
    return list(standing.values_list("ruleset_slug", "user"))

"""Games that staff hide from others, and show again."""

from moderation import acting
from moderation.actions import registry
from moderation.models import LoggedAction
from tests.stateful.actions import action
from tests.stateful.actions.games import has_games, pick_game, which
from tests.stateful.actions.staff import find_staff, make_order
from tests.stateful.site import Site


@action(needs=has_games, number=which)
def hide_game(site: Site, *, number: int) -> None:
    acting.perform(registry.ACTIONS.find("hide_game"), pick_game(site, number), order=make_order(site))


@action(number=which)
def show_game(site: Site, *, number: int) -> None:
    done = LoggedAction.objects.filter(action="hide_game").order_by("pk")
    if rows := [row for row in done if acting.may_undo(row, reader=find_staff())]:
        acting.undo(rows[number % len(rows)], order=make_order(site))

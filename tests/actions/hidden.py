"""Games that staff hide from others, and show again."""

from moderation import acting
from moderation.actions import registry
from moderation.models import LoggedAction
from tests.actions import action
from tests.actions.drawing import which
from tests.actions.games import has_games, pick_game
from tests.actions.scene import Scene
from tests.actions.staff import find_staff, make_order


@action(needs=has_games, number=which)
def hide_game(site: Scene, *, number: int) -> None:
    acting.perform(registry.ACTIONS.find("hide_game"), pick_game(site, number), order=make_order(site))


@action(number=which)
def show_game(site: Scene, *, number: int) -> None:
    done = LoggedAction.objects.filter(action="hide_game").order_by("pk")
    if rows := [row for row in done if acting.may_undo(row, reader=find_staff())]:
        acting.undo(rows[number % len(rows)], order=make_order(site))

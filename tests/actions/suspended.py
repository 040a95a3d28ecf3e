"""A suspension that is undone in the same minute: all games of its player, and all ladders, read as before."""

from typing import Any

from competition.models import LadderMember
from games import play
from games.models import Game
from moderation import acting
from moderation.models import LoggedAction
from tests.actions import action
from tests.actions.drawing import one_of, players
from tests.actions.scene import Scene
from tests.actions.staff import following_lifted, make_order, restrict
from tests.before_and_after import read_all


@action(number=players, games=one_of(("go_on", "lost", "void")))
def suspend_and_undo(site: Scene, *, number: int, games: str) -> None:
    before = read_everything(site, number)
    restrict(site, number=number, name="suspend", hours=30, games=games)
    play.settle_suspensions()
    row = LoggedAction.objects.filter(action="suspend", game=None, reverses=None).latest("pk")
    with following_lifted(site):
        acting.undo(row, order=make_order(site))
    now = read_everything(site, number)
    if wrong := {what: (before.get(what), now.get(what)) for what in before | now if before.get(what) != now.get(what)}:
        site.faults.append(f"player {number} was suspended, {games}, and not: {wrong}")


def read_everything(site: Scene, number: int) -> dict[Any, Any]:
    """Everybody who stands on a ladder and is not leaving, in their order; and all about each game of a player's."""
    standing = LadderMember.objects.exclude(rank=None).filter(leaving_at=None).order_by("ruleset_slug", "rank")
    games = {game.pk: read_all(game) for game in Game.objects.active().of(site.players[number].user)}
    return {"ladders": list(standing.values_list("ruleset_slug", "user")), **games}

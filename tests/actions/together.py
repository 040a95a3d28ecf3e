"""Decisions of several measures: about two people, or about a game and one of its players."""

from engine.contract import Side
from moderation import acting
from moderation.actions import registry
from moderation.models import LoggedAction
from tests.actions import action
from tests.actions.drawing import one_of, players, several, sides, which
from tests.actions.games import has_games, pick_game
from tests.actions.scene import HOUR, Scene
from tests.actions.staff import find_person, make_order


@action(number=players, names=several(one_of(("warn", "mute", "bar", "suspend")), min_size=1, max_size=2))
def restrict_two(site: Scene, *, number: int, names: list[str]) -> None:
    """Two accounts of one person are one case: one decision, each measure of which is a row of its own."""
    order = make_order(site, until=site.now + 30 * HOUR, which="barred", games="go_on")
    people = [find_person(site, each) for each in (number, (number + 1) % len(site.players))]
    acting.perform_all([acting.Step(registry.ACTIONS.find(n), each, order) for n in names for each in people])
    rows = LoggedAction.objects.order_by("-pk")[: len(names) * 2]
    assert len({(row.by_id, row.done_at) for row in rows}) == 1
    site.laid += [(row.restriction_id, site.now) for row in rows if row.restriction_id is not None]


@action(needs=has_games, number=which, side=sides, name=one_of(("void", "adjudicate", "hide_game")))
def decide_game_and_person(site: Scene, *, number: int, side: Side, name: str) -> None:
    """What is done to a game with what is laid on one of its players, in one decision."""
    order = make_order(site, winner="draw", until=site.now + 30 * HOUR)
    game = pick_game(site, number)
    mute = acting.Step(registry.ACTIONS.get("mute"), game.seats.get(side=side).user, order)
    acting.perform(registry.ACTIONS.get(name), game, order=order, beside=[mute])
    of_game, of_person = LoggedAction.objects.order_by("pk").reverse()[:2][::-1]
    assert (of_game.game, of_game.done_at) == (game, of_person.done_at)
    site.laid.append((of_person.restriction_id, site.now))

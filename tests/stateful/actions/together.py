"""Decisions of several measures: about two people, or about a game and one of its players."""

from hypothesis import strategies as st

from engine.contract import Side
from moderation import acting
from moderation.actions import registry
from moderation.models import LoggedAction
from tests.stateful.actions import action, players
from tests.stateful.actions.games import has_games, pick_game, sides, which
from tests.stateful.actions.staff import find_person, make_order
from tests.stateful.site import HOUR, Site


@action(number=players, names=st.lists(st.sampled_from(("warn", "mute", "bar", "suspend")), min_size=1, max_size=2))
def restrict_two(site: Site, *, number: int, names: list[str]) -> None:
    """Two accounts of one person are one case: one decision, each measure of which is a row of its own."""
    order = make_order(site, until=site.now + 30 * HOUR, which="barred", games="go_on")
    people = [find_person(site, each) for each in (number, (number + 1) % len(site.players))]
    acting.perform_all([acting.Step(registry.ACTIONS.find(n), each, order) for n in names for each in people])
    rows = LoggedAction.objects.order_by("-pk")[: len(names) * 2]
    assert len({(row.by_id, row.done_at) for row in rows}) == 1
    site.laid += [(row.restriction_id, site.now) for row in rows if row.restriction_id is not None]


@action(needs=has_games, number=which, side=sides, name=st.sampled_from(("void", "adjudicate", "hide_game")))
def decide_game_and_person(site: Site, *, number: int, side: Side, name: str) -> None:
    """What is done to a game with what is laid on one of its players, in one decision."""
    order = make_order(site, winner="draw", until=site.now + 30 * HOUR)
    game = pick_game(site, number)
    mute = acting.Step(registry.ACTIONS.get("mute"), game.seats.get(side=side).user, order)
    acting.perform(registry.ACTIONS.get(name), game, order=order, beside=[mute])
    of_game, of_person = LoggedAction.objects.order_by("pk").reverse()[:2][::-1]
    assert (of_game.game, of_game.done_at) == (game, of_person.done_at)
    site.laid.append((of_person.restriction_id, site.now))

"""What a game did on its ladder, and what staff change there, in sentences for staff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from competition.ladder import Given
from competition.models import LadderGame
from core.words import Said, Sentence
from engine import registry
from games.models import Game

STAYS = Sentence(
    "ladder_stays", "On the ladder, {name} moved from place {last} to place {first} by this game; that stays."
)
LEFT = Sentence("ladder_left", "{name} left the ladder by losing this game on time; that stays.")
UNMOVED = Sentence("ladder_unmoved", "On the ladder this game moved nobody, and no new result will.")
BY_HAND = Sentence("ladder_by_hand", "A place can be set by hand on the page of a person.")
NOBODY_MOVES = Sentence("ladder_nobody_moves", "On the ladder nobody moves.")
COUNTS_AGAIN = Sentence("ladder_counts_again", "The game counts for the ladder again, by its next end.")
OFF_LADDER = Sentence("off_ladder", "Off the ladder of {ruleset}, from place {place}.")
GIVEN = Sentence("given_back_on_ladder", "Back on the ladder of {ruleset}, at place {place}.")
NOT_GIVEN = Sentence(
    "not_given_back_on_ladder",
    "Place {place} on the ladder of {ruleset} isn’t given back, since somebody has moved there.",
)
MOVES = Sentence("ladder_moves", "On the ladder, {name}: place {before} → {after}")
TAKEN_OFF = Sentence("ladder_taken_off", "Off the ladder: {name}, who was at place {before}")
PUT_ON = Sentence("ladder_put_on", "Back on the ladder: {name}, at place {after}")
CHANGES = ("winner", "termination", "ended_at")
"""The keys in a game's state that make up its result."""


def tell_ladder(game: Game, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Said]:
    """Says what to know about a ladder game whose result changes. It yields nothing for other games, without a
    query."""
    if game.arranged != Game.Arranged.LADDER or all(before[name] == after[name] for name in CHANGES):
        return
    settled, then = (state["ladder"]["settled"]["settled_at"] for state in (before, after))
    if settled != then:
        if then is None:
            yield COUNTS_AGAIN()
        elif not list(tell_moves(before, after, names=("", ""))):
            yield NOBODY_MOVES()
        return
    row = LadderGame.objects.select_related("challenger", "challenged").get(pk=game.pk)
    if row.settled_at is None:
        return
    if row.moved_to is not None:
        yield STAYS(name=row.challenger.shown_name, last=row.moved_from, first=row.moved_to)
    if row.left:
        loser = row.challenged if row.challenger_score else row.challenger
        yield LEFT(name=loser.shown_name)
    if row.moved_to is None and not row.left:
        yield UNMOVED()
    else:
        yield BY_HAND()


def tell_moves(before: Mapping[str, Any], after: Mapping[str, Any], *, names: Sequence[str]) -> Iterator[Said]:
    """Says which of the two players changed their place on the ladder of their game. The names are in the order of
    sides. It yields nothing for other games."""
    if "ladder" not in before or "ladder" not in after:
        return
    for name, (was, now_at) in zip(names, _pair_places(before["ladder"], after["ladder"]), strict=False):
        if was == now_at:
            continue
        if now_at is None:
            yield TAKEN_OFF(name=name, before=was)
        else:
            yield PUT_ON(name=name, after=now_at) if was is None else MOVES(name=name, before=was, after=now_at)


def _pair_places(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[int | None, int | None]]:
    """Yields the players' places before and after, in the order of sides."""
    for pk in before["sides"]:
        yield tuple(state["players"].get(str(pk), {}).get("place") for state in (before, after))


def tell_given(given: Sequence[Given]) -> Iterator[Said]:
    """Says which places a person gets back after a suspension, and which not."""
    for one in given:
        ruleset = registry.get(one.slug).name
        if one.place is not None:
            yield GIVEN(ruleset=ruleset, place=one.place)
        else:
            yield NOT_GIVEN(ruleset=ruleset, place=one.before)
    if any(one.place is None for one in given):
        yield BY_HAND()

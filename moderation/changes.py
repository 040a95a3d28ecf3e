"""Describes what an action of staff changes in a game: result, turns, clocks, chat, ratings, places on a ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.words import Said
from engine.contract import Ruleset
from games import telling
from moderation.actions.ladder import tell_moves
from moderation.things.times import tell_time
from moderation.words import acting as words

INSTANTS = {"deadline_at": words.DEADLINE, "paused_until": words.PAUSED, "chat_closed_at": words.CHAT_CLOSED}


def describe_change(
    ruleset: Ruleset, before: dict[str, Any], after: dict[str, Any], *, names: Sequence[str] = ()
) -> list[Said]:
    """Describes what changes in a game: result, turns, clocks, chat. If `names` has the players in the order of sides,
    it also describes their ratings and their places on a ladder."""
    said: list[Said] = []
    was, will_be = tell_result(ruleset, before), tell_result(ruleset, after)
    if was != will_be:
        said.append(words.RESULT(before=was or words.GOES_ON(), after=will_be or words.GOES_ON()))
    if before["ply"] != after["ply"]:
        said.append(words.TURNS(before=before["ply"], after=after["ply"]))
    for name, sentence in INSTANTS.items():
        stood, stands = tell_instant(before[name]), tell_instant(after[name])
        if stood != stands:  # instants that differ only by seconds read the same
            said.append(sentence(before=stood, after=stands))
    if before.get("hidden_at") != after.get("hidden_at"):
        said.append(words.HIDDEN() if after.get("hidden_at") else words.SHOWN())
    said += [*describe_ratings(before, after, names=names), *tell_moves(before, after, names=names)]
    return said or [words.NOTHING()]


def describe_ratings(before: Mapping[str, Any], after: Mapping[str, Any], *, names: Sequence[str]) -> Iterator[Said]:
    """Says what changes in the ratings of a rated game’s players, and whether the game counts. Without names it leaves
    out the ratings."""
    out = "out_of_ratings"
    if before.get(out) != after.get(out):
        yield words.TAKEN_OUT() if after.get(out) else words.PUT_BACK()
    shown, then = before.get("ratings", {}), after.get("ratings", {})
    for side, name in enumerate(names):
        was, will_be = shown.get(str(side)), then.get(str(side))
        if was != will_be and None not in (was, will_be):
            yield words.RATING(name=name, before=was, after=will_be)


def tell_result(ruleset: Ruleset, state: Mapping[str, Any]) -> str:
    """Returns the result of a game in this state as a sentence, or nothing while the game goes on."""
    if state["ended_at"] is None:
        return ""
    return telling.tell_result(ruleset, winner=state["winner"], termination=state["termination"])


def tell_instant(written: str | None) -> str:
    """Says an instant of the log in words, in the time zone of the reader."""
    return tell_time(written) or str(words.NONE())

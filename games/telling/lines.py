"""A player's conditional lines on the page of their game: each in words, and whether it can still be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.models import ConditionalLine, Game
from games.play.arming import MOST_LINES
from games.play.conditional import key_moment
from games.reading.lines import read_past
from games.reading.state import GameState

ENDINGS = {ConditionalLine.Ending.RESIGN: "then resign", ConditionalLine.Ending.ACCEPT_DRAW: "then accept a draw"}
STOPPED = {
    ConditionalLine.Stopped.WROTE: "Stopped: {other} wrote to you after you saved it.",
    ConditionalLine.Stopped.OFFERED: "Stopped: {other} offered you something after you saved it.",
    ConditionalLine.Stopped.NO_DRAW: "Stopped: {other} hadn’t offered a draw.",
    ConditionalLine.Stopped.SUSPENDED: "Stopped: you couldn’t play then.",
    ConditionalLine.Stopped.ILLEGAL: "Stopped: the rules no longer allow its next turn.",
    ConditionalLine.Stopped.TAKEN_BACK: "Ended: a turn of yours that it builds on was taken back.",
}


def describe_ahead(state: GameState) -> dict[str, Any] | None:
    """The reader's own lines; None where nothing can be planned. One query where a line began long ago."""
    game, mine, lines = state.game, state.member, state.around.lines
    if not state.may_plan or mine is None:
        return None
    names = state.seats.usernames
    past = read_past(game, lines, known=state.turns) if lines else {}
    told = [(line, tell_line(line), tell_fate(line, past, game=game, other=names[1 - line.side])) for line in lines]
    rows = [{"line": line, "told": words, "fate": fate, "armed": not fate} for line, words, fate in told]
    return {
        "lines": rows,
        "any_over": sum(not line.awaits for line in lines) > 1,
        "full": len(rows) >= MOST_LINES,
        "most": MOST_LINES,
        "other": names[1 - mine.side],
        "against_computer": state.seats.has_computer,
    }


def tell_fate(line: ConditionalLine, past: Mapping[int, tuple[str, str]], *, game: Game, other: str) -> str:
    """Why a line does not act as the game stands, in a sentence; empty where it does.

    Whether it acts at all is what its row says. Whether the game can still reach it is found from the turns: a turn
    taken back may be played again, and the line then acts, so the sentence says so.
    """
    if line.stopped:
        return STOPPED[ConditionalLine.Stopped(line.stopped)].format(other=other)
    if not line.awaits:
        return "Played to the end."
    if line.from_ply not in past or key_moment(line.from_ply, past[line.from_ply][1]) != line.root:
        return "Saved again if the game comes back to the position where it starts."
    own = list_own(line)
    for index, text in enumerate(line.turns):
        ply = line.from_ply + index + 1
        if ply > game.ply:
            return ""
        played = past[ply][0]
        if played != text:
            return (
                f"{'You' if own[index] else other} played {played} instead of {text}."
                " Saved again if that turn is taken back."
            )
    return ""


def list_own(line: ConditionalLine) -> list[bool]:
    """For each of its turns, whether it is its owner's: those that answer, and those before the opponent's first."""
    acts = {index for index, _ in line.answers}
    return [index in acts or index < line.answers[0][0] - 1 for index in range(len(line.turns))]


def tell_line(line: ConditionalLine) -> str:
    return tell_turns(list(zip(line.turns, list_own(line), strict=True)), ending=line.ending)


def tell_turns(turns: Sequence[tuple[str, bool]], *, ending: str = "") -> str:
    """A line in words: 'If Pd3-d4, then Od2-d3; if Pd4-d5, then resign'. Each turn comes with whether it is one's
    own."""
    told, asked = "", False
    for text, own in turns:
        if own:
            told += f", then {text}" if asked else f"; after {text}"
        else:
            told += f"{', ' if told and not asked else '; '}if {text}"
            asked = True
    told += f", {ENDINGS[ConditionalLine.Ending(ending)]}" if ending else ""
    told = told.removeprefix("; ").removeprefix(", ")
    return told[:1].upper() + told[1:]

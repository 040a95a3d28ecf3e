"""A player's conditional lines on the page of their game: each in words, and whether it can still be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.words import Said
from games.models import ConditionalLine, Game
from games.play.arming import MOST_LINES
from games.play.conditional import key_moment
from games.reading.lines import read_past
from games.reading.state import GameState
from games.words import lines as words

ENDINGS = {
    ConditionalLine.Ending.RESIGN: words.THEN_RESIGN,
    ConditionalLine.Ending.ACCEPT_DRAW: words.THEN_ACCEPT_DRAW,
}
STOPPED = {
    ConditionalLine.Stopped.WROTE: words.WROTE,
    ConditionalLine.Stopped.OFFERED: words.OFFERED,
    ConditionalLine.Stopped.NO_DRAW: words.NO_DRAW,
    ConditionalLine.Stopped.SUSPENDED: words.SUSPENDED,
    ConditionalLine.Stopped.ILLEGAL: words.ILLEGAL,
    ConditionalLine.Stopped.TAKEN_BACK: words.TAKEN_BACK,
}


def describe_ahead(state: GameState) -> dict[str, Any] | None:
    """The reader's own lines; None where nothing can be planned. One query where a line began long ago."""
    game, mine, lines = state.game, state.member, state.around.lines
    if not state.may_plan or mine is None:
        return None
    names = state.seats.names
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
        return str(STOPPED[ConditionalLine.Stopped(line.stopped)](other=other))
    if not line.awaits:
        return str(words.PLAYED_OUT())
    if line.from_ply not in past or key_moment(line.from_ply, past[line.from_ply][1]) != line.root:
        return str(words.LEFT())
    own = list_own(line)
    for index, text in enumerate(line.turns):
        ply = line.from_ply + index + 1
        if ply > game.ply:
            return ""
        played = past[ply][0]
        if played != text:
            sentence = words.YOU_LEFT if own[index] else words.THEY_LEFT
            return str(sentence(other=other, played=played, turn=text))
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
    told: Said | None = None
    asked = False
    for turn, own in turns:
        if told is None:
            told = (words.BEGINS_AFTER if own else words.BEGINS_IF)(turn=turn)
        elif own:
            told = (words.THEN if asked else words.OR_AFTER)(line=told, turn=turn)
        else:
            told = (words.OR_IF if asked else words.GOES_IF)(line=told, turn=turn)
        asked = asked or not own
    if told and ending:
        told = ENDINGS[ConditionalLine.Ending(ending)](line=told)
    return str(told or "")

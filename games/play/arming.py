"""Arms, removes and ends conditional lines. The game is not changed, and nobody is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from django.db.models import F, QuerySet

from accounts.limiting.spending import spend
from core.refusal import Refusal
from engine.contract import IllegalMove, Position, Side
from games.models import ConditionalLine, Game, Turn
from games.play.conditional import key_moment
from games.play.playing import playing
from games.words import refusals
from games.words.illegal import say_error

MOST_LINES = 50
"""Lines of one player in one game, including those that no longer act."""
LONGEST_LINE = 30
"""Turns of both sides in one line."""
Ending = ConditionalLine.Ending


def arm(
    game_id: int,
    *,
    side: Side,
    turns: Sequence[str],
    expected_position: str,
    ending: str = Ending.NONE,
    stops: bool = True,
    now: datetime | None = None,
) -> ConditionalLine:
    """Arms a line of turns by both sides that starts at the position on the board; either side may be to move there.

    `turns` are read leniently. A line with the same turns is replaced: its ending and whether it `stops` are as given
    now. Raises Refusal: over, too_late, suspended, stale where the game is not at `expected_position`, illegal,
    empty_line, long_line, no_answer, after_end, bad_ending, answered_already, many_lines, no_lines, too_often.
    """
    if ending not in Ending.values:
        raise Refusal(refusals.BAD_ENDING(), status=422)
    with playing(game_id, side=side, now=now) as act:
        game, player = act.game, act.seats[side].user
        if game.position_text != expected_position:
            raise Refusal(refusals.STALE())
        if player.is_computer:
            raise Refusal(refusals.NO_LINES(), status=403)
        line = build_line(game, side=Side(side), turns=turns, ending=Ending(ending))
        line.stops, line.armed_at = stops, act.now
        own = list(list_lines(game_id, side=side))
        for other in own:
            if (other.root, other.turns, other.answers) == (line.root, line.turns, line.answers):
                line.pk = other.pk
            elif clash := find_clash(line, other):
                raise Refusal(refusals.ANSWERED_ALREADY(act=clash))
        if line.pk is None and len(own) >= MOST_LINES:
            raise Refusal(refusals.MANY_LINES(most=MOST_LINES))
        if line.pk is None:
            spend("conditional_line", now=act.now, sender=player.pk)
        line.save()
    return line


def disarm(game_id: int, *, side: Side, line_id: int | None = None, now: datetime | None = None) -> int:
    """Removes a line of this side, or with None all that no longer act; returns how many.

    Raises Refusal: over, too_late. It is no error if there is no such line, or if it is the opponent's: the caller
    learns nothing about it.
    """
    with playing(game_id, side=side, also_over=True, now=now):
        own = list_lines(game_id, side=side)
        return own.filter(pk=line_id).delete()[0] if line_id is not None else own.filter(awaits="").delete()[0]


def list_lines(game_id: int, *, side: Side) -> QuerySet[ConditionalLine]:
    """The lines of one player in a game, in the order in which they were armed."""
    return ConditionalLine.objects.filter(game=game_id, side=side).order_by("pk")


def list_lines_of(user_id: int) -> QuerySet[ConditionalLine]:
    """All lines of one player."""
    return ConditionalLine.objects.filter(game__seats__user=user_id, game__seats__side=F("side"))


def forget_lines(user_id: int) -> None:
    """Removes all lines of a player who has closed their account."""
    ConditionalLine.objects.filter(pk__in=list_lines_of(user_id).values("pk")).delete()


def end_resting(game: Game, *, first: Turn, now: datetime) -> None:
    """Ends the lines that rest on a turn of their owner's which is taken back: `first` and all after it go.

    A line rests on the turns before it, and on those that it has played. Where the opponent's turns alone go, it stays:
    it acts again once they are played again. The game is locked, and its turns are not marked yet.
    """
    gone = set(game.turns.filter(taken_back_at=None, ply__gte=first.ply).values_list("side", "ply"))
    ended = []
    for line in ConditionalLine.objects.filter(game=game, stopped=ConditionalLine.Stopped.NO):
        played = {line.from_ply + before + 1 for before, _ in line.answers[: line.answered]}
        if any(side == line.side and (ply <= line.from_ply or ply in played) for side, ply in gone):
            line.stop(ConditionalLine.Stopped.TAKEN_BACK, taken_back_at=now)
            ended.append(line)
    ConditionalLine.objects.bulk_update(ended, ["awaits", "stopped", "taken_back_at"])


def have_back(game: Game, *, taken_back_at: datetime) -> None:
    """Lets lines act again that ended as turns were taken back then, since these are put back."""
    ended = list(ConditionalLine.objects.filter(game=game, taken_back_at=taken_back_at))
    for line in ended:
        line.act_again()
    ConditionalLine.objects.bulk_update(ended, ["awaits", "stopped", "taken_back_at"])


def let_act_again(game: Game, line_ids: Collection[int]) -> None:
    """Lets lines act again that a turn stopped which is undone."""
    lines = list(ConditionalLine.objects.filter(game=game, pk__in=line_ids))
    for line in lines:
        line.act_again()
    ConditionalLine.objects.bulk_update(lines, ["awaits", "stopped", "taken_back_at"])


def build_line(game: Game, *, side: Side, turns: Sequence[str], ending: ConditionalLine.Ending) -> ConditionalLine:
    """The line that starts at the position on the board, not saved yet. Raises Refusal where it is no valid line.

    Where it starts with turns of its own, its player has to play these by hand.
    """
    if not turns:
        raise Refusal(refusals.EMPTY_LINE(), status=422)
    if len(turns) > LONGEST_LINE:
        raise Refusal(refusals.LONG_LINE(most=LONGEST_LINE), status=422)
    walk = list(walk_line(game, turns, ending=ending))
    asked = next((index for index, (position, _) in enumerate(walk) if position.turn != side), len(walk))
    acts = [
        (index, key_moment(game.ply + index, position.text()))
        for index, (position, text) in enumerate(walk)
        if index > asked and position.turn == side and (text or ending)
    ]
    if not acts or acts[-1][0] != len(turns) - (not ending):
        raise Refusal(refusals.NO_ANSWER(), status=422)
    texts = [text for _, text in walk[:-1]]
    root = key_moment(game.ply, game.position_text)
    return ConditionalLine(
        game=game,
        side=side,
        awaits=acts[0][1],
        from_ply=game.ply,
        root=root,
        turns=texts,
        ending=ending,
        answers=[list(act) for act in acts],
    )


def walk_line(game: Game, turns: Sequence[str], *, ending: str) -> Iterator[tuple[Position, str]]:
    """Each position with the turn played there, as the ruleset writes it; the last position has none. Raises
    Refusal."""
    position = game.position
    for text in turns:
        if position.outcome():
            raise Refusal(refusals.AFTER_END(), status=422)
        try:
            played = position.canonical(text)
            following = position.play(played)
        except IllegalMove as error:
            raise Refusal(say_error(error), status=422) from error
        yield position, played
        position = following
    if ending and position.outcome():
        raise Refusal(refusals.AFTER_END(), status=422)
    yield position, ""


def find_clash(line: ConditionalLine, other: ConditionalLine) -> str:
    """What the other line does where this one does something else; empty where they agree."""
    mine = list_acts(line)
    return next((act for moment, act in list_acts(other).items() if mine.get(moment, act) != act), "")


def list_acts(line: ConditionalLine) -> dict[str, str]:
    """What a line is still going to do, by the key of the moment."""
    acts = line.answers[line.answered :] if line.awaits else []
    return {
        moment: line.turns[index] if index < len(line.turns) else line.get_ending_display() for index, moment in acts
    }

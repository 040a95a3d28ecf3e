"""Does what each line asks for."""

from __future__ import annotations

from core.refusal import Refusal
from engine.contract import Side
from games import access, play
from games.words import done as words
from replies.acting.contract import Answer, Asked
from replies.words import answers


def act(asked: Asked) -> list[Answer]:
    """What came of each line that was read. A fault of ours is raised, and doing it again does nothing twice."""
    reply, addressed, line = asked.reply, asked.addressed, asked.lines[0]
    try:
        seat = access.require_seat(reply.user, addressed.game_id)
        played = play.play_move(
            addressed.game_id,
            side=Side(seat.side),
            expected_revision=addressed.revision,
            expected_ply=addressed.ply,
            text=line,
            key=reply.key,
            now=reply.arrived_at,
        )
    except Refusal as refusal:
        return [Answer(refusal.code, refusal.said, addressed.game_id, is_refusal=True, line=line)]
    return [Answer("played", words.PLAYED(turn=played.turn.text), addressed.game_id, line=line)]


def tell_fault(asked: Asked) -> Answer:
    return Answer("fault", answers.FAULT(), asked.addressed.game_id or None, is_refusal=True, line=asked.lines[0])

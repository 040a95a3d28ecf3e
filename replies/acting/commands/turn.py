"""Plays a turn, typed as leniently as on the page."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from core.refusal import Refusal
from core.words import Said, say_all, tell_list
from engine.contract import IllegalMove
from games import play
from games.models import Turn
from games.words import done as done_words
from replies.acting.contract import Answer, Command, Deed
from replies.acting.tidying import list_readings
from replies.words import answers as words

SQUARE = re.compile(r"[a-z]\d{1,2}")
MOST = 12
"""So many turns of a piece are named."""
EXAMPLES = 3


class PlayTurn(Command):
    order = 100

    def reads(self, line: str) -> bool:
        return True

    def act(self, deed: Deed) -> Answer:
        require_one_turn(deed)
        played = play.play_move(
            deed.game.pk,
            side=deed.side,
            expected_revision=deed.revision,
            expected_ply=deed.ply,
            text=read_turn(deed),
            key=deed.reply.key,
            now=deed.at,
        )
        said = say_all(done_words.PLAYED(turn=played.turn.text), tell_answers(played.answers))
        return Answer("played", said, deed.game.pk, line=deed.line)

    def write_link(self, deed: Deed) -> str:
        return f"{deed.game.get_absolute_url()}?{urlencode({'text': read_turn(deed)})}"

    def hint(self, deed: Deed) -> Said | None:
        """The turns of the piece that was meant, or some of all, where it is their turn."""
        game = deed.game
        if game.is_over or game.side_to_move != deed.side or game.revision != deed.revision:
            return None
        legal = list(game.position.legal_moves())
        starts = set(map(find_first, legal))
        for square in SQUARE.findall(deed.line.lower()):
            if square in starts:
                return tell_turns([turn for turn in legal if find_first(turn) == square], square=square)
        named = sorted(legal, key=len)[:EXAMPLES]
        return words.EXAMPLES(turns=tell_list(named)) if named else None


def read_turn(deed: Deed) -> str:
    """The turn that the line says, of what it may have been; the line itself where it says none."""
    return find_turn(deed, deed.line) or deed.line


def find_turn(deed: Deed, line: str) -> str:
    """The turn that can be played by this line; empty for none."""
    position = deed.game.position
    for reading in list_readings(line):
        try:
            return position.canonical(reading)
        except IllegalMove:
            continue
    return ""


def require_one_turn(deed: Deed) -> None:
    """Raises Refusal where the line is a turn, and with the line below it another."""
    game = deed.game
    if not deed.below or (game.revision, game.side_to_move) != (deed.revision, deed.side):
        return
    if not (one := find_turn(deed, deed.line)):
        return
    joined = (f"{deed.line} {deed.below}", f"{deed.line}{deed.below}")
    two = next((turn for each in joined if (turn := find_turn(deed, each)) and turn != one), "")
    if two:
        raise Refusal(words.WHICH_TURN(one=one, two=two), status=422)


def find_first(turn: str) -> str:
    """The first square of a turn, on which its piece stands."""
    found = SQUARE.search(turn.lower())
    return found[0] if found else ""


def tell_turns(found: list[str], *, square: str) -> Said:
    if len(found) > MOST:
        return words.MANY_TURNS_FROM(square=square, turns=tell_list(found[:MOST]), n=len(found) - MOST)
    return words.TURNS_FROM(square=square, turns=tell_list(found))


def tell_answers(answers: tuple[Turn, ...]) -> Said | None:
    if len(answers) > 1:
        return done_words.ANSWERED_MORE(number=len(answers))
    return done_words.ANSWERED(turn=answers[0].text) if answers else None


command = PlayTurn()

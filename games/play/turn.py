"""Plays a turn, and what armed lines answer to it: all in one transaction, announced once."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.db import IntegrityError

from core.prepared_writes import PreparedInsert
from games import events
from games.engine.contract import IllegalMove, Outcome, Side
from games.models import ClockChange, ConditionalLine, Game, Turn, fit_key
from games.play import errors
from games.play.clocks import announce_turn, measure_left, pass_clock, read_booked, save_clocks
from games.play.conditional import MOST_AT_ONCE, Answer, Lines
from games.play.ending import end_game
from games.play.locking import save_change
from games.play.offers import Deed, accept_standing, after_turn, is_asked_unseen, list_asked, record
from games.play.playing import playing

QUIET_TURNS = 100
"""So many turns in a row without a capture are a draw by the house rule `quiet-50`."""
REPETITIONS = 3
LONGEST_KEY = 64
"""Characters, as the column has it."""


insert = PreparedInsert(Turn)
"""Prepared, for every turn is inserted by it."""


def play_move(
    game_id: int,
    *,
    side: Side,
    expected_revision: int,
    text: str,
    expected_ply: int | None = None,
    key: str | None = None,
    now: datetime | None = None,
) -> Turn:
    """Plays `text` for `side` and returns the turn; a `key` seen before in the game returns the turn it named then.

    It was meant for the state of a revision; where `expected_ply` names the turns played by then, what does not matter
    to it may have changed since. Raises Refusal: over, not_your_turn, stale, illegal, too_late,
    bad_key, suspended.
    """
    key = key or ""
    if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise errors.bad_key()
    try:
        with playing(game_id, side=side, now=now) as (game, now):
            refuse_out_of_turn(game, side=side, expected_revision=expected_revision, expected_ply=expected_ply)
            return _play(game, text=text, key=key, now=now)
    except errors.Refusal:
        if answer := find_answer(game_id, side=side, key=key):
            return answer
        raise


def find_answer(game_id: int, *, side: Side, key: str) -> Turn | None:
    """The turn that `side` played under this key before; one that was taken back since is no answer."""
    return Turn.objects.filter(game=game_id, side=side, key=key, taken_back_at=None).first() if key else None


def refuse_out_of_turn(game: Game, *, side: Side, expected_revision: int, expected_ply: int | None = None) -> None:
    """Raises Refusal unless it is this side's turn and stands as on the page that it was played from."""
    if game.side_to_move != side:
        raise errors.not_your_turn()
    if game.revision != expected_revision and not (
        game.ply == expected_ply and _stands_as_meant(game, side=Side(side), since=expected_revision)
    ):
        raise errors.stale()


def _stands_as_meant(game: Game, *, side: Side, since: int) -> bool:
    """Whether after as many turns the board is the same, and nothing is asked that a turn would refuse unseen.

    Deadlines may have moved. An offer of more time lapses, one of a draw is declined, as everywhere when one plays on.
    """
    if since > game.revision or is_asked_unseen(game.offers, side=side):
        return False
    return not game.clock_changes.filter(kind=ClockChange.Kind.TAKEN_BACK, revision__gt=since).exists()


def _play(game: Game, *, text: str, key: str, now: datetime) -> Turn:
    try:
        move = game.position.canonical(text)
    except IllegalMove as error:
        raise errors.illegal(error) from error
    chain, lines = Chain(game, now=now), Lines(game, now=now)
    turn = chain.add(move, key=key)
    last = _answer(chain, lines)
    game.answers = turn.answers = tuple(chain.turns[1:])
    chain.save()
    lines.save()
    _finish(chain, lines, last)
    return turn


def _answer(chain: Chain, lines: Lines) -> Answer | None:
    """Plays what is armed for the position that each turn leads to; returns what ends the game otherwise."""
    while chain.outcome is None and len(chain.turns) < MOST_AT_ONCE and (answer := lines.find_answer()):
        try:
            if answer.text:
                chain.add(answer.text)
        except IllegalMove:  # the rules are others than when it was armed; the turn before it stands
            lines.stop(answer, why=ConditionalLine.Stopped.ILLEGAL)
            return None
        lines.note_done(answer)
        if answer.ending:
            return answer
    return None


def _finish(chain: Chain, lines: Lines, last: Answer | None) -> None:
    """Saves and announces the game as it stands after the turns."""
    game, now = chain.game, chain.now
    if chain.outcome:
        end_game(game, winner=chain.outcome.winner, termination=chain.outcome.termination, now=now)
    elif last and last.ending == ConditionalLine.Ending.RESIGN:
        end_game(game, winner=last.side.other, termination="resignation", now=now)
    elif last:
        accept_standing(game, "draw", side=last.side, now=now)
    else:
        save_change(game)
        announce_turn(game, game.sitting[game.side_to_move])
        announce_answers(game)


def announce_answers(game: Game) -> None:
    """Tells the player whose lines played turns, where it is not their turn: whoever is to move is told all of it."""
    for side in sorted({turn.side for turn in game.answers} - {game.side_to_move}):
        told = {"ply": game.ply, "answers": len(game.answers)}
        events.turns_answered.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side), **told)


class Chain:
    """Turns that are played at once on a locked game: the one that came by hand, and those of armed lines.

    Each moves the clocks as if it were played by hand at that instant.
    """

    def __init__(self, game: Game, *, now: datetime) -> None:
        self.game, self.now, self.position = game, now, game.position
        self.booked = read_booked(game, game.sitting.values(), since=game.turn_started_at)
        self.turns: list[Turn] = []
        self.outcome: Outcome | None = None
        self.keys_before: Counter[str] | None = None

    def add(self, text: str, *, key: str = "") -> Turn:
        """Plays one turn, given as the ruleset writes it. Raises IllegalMove before anything has changed."""
        game, now = self.game, self.now
        self.position = self.position.play(text)
        mover = Side(game.side_to_move)
        game.ply += 1
        game.quiet_turns = game.quiet_turns + 1 if game.ruleset.is_quiet(text) else 0
        turn = self._build_turn(text, mover=mover, key=key)
        self.turns.append(turn)
        game.position_text, game.position_key = turn.position_text, turn.position_key
        game.side_to_move = self.position.turn
        if game.offers:
            for kind in (declined := list_asked(game.offers, side=mover)):  # playing on is an answer
                record(game, kind, side=mover, deed=Deed.DECLINED, now=now)
            turn.declines = tuple(kind.name for kind in declined)
            game.offers = after_turn(game.offers, mover=mover, ply=game.ply)
        pass_clock(game, game.sitting, self.booked, mover=mover, now=now)
        self.outcome = self.position.outcome() or self._find_draw()
        return turn

    def save(self) -> None:
        """Inserts the turns together, and saves the seats whose clocks they moved; not the game."""
        try:
            insert(self.turns)
        except (
            IntegrityError
        ) as error:  # of the same ply or key: should a lock ever let two in, the constraint does not
            raise errors.stale() from error
        save_clocks(self.game.sitting.values())

    def _build_turn(self, text: str, *, mover: Side, key: str) -> Turn:
        game, seat = self.game, self.game.sitting[mover]
        return Turn(
            game=game,
            ply=game.ply,
            side=seat.side,
            text=text,
            position_text=self.position.text(),
            position_key=fit_key(self.position.repetition_key()),
            played_at=self.now,
            key=key,
            had_until_at=game.deadline_at,
            bank_before=seat.bank,
            time_left=measure_left(game, seat, self.booked[seat.user_id], now=self.now),
        )

    def _find_draw(self) -> Outcome | None:
        """The draw that the game's house rules make of its history, these turns included."""
        rules = self.game.options.get("draws", ())
        if "repetition" in rules and self._count_repetitions() >= REPETITIONS:
            return Outcome(None, "repetition")
        if "quiet-50" in rules and self.game.quiet_turns >= QUIET_TURNS:
            return Outcome(None, "quiet-50")
        return None

    def _count_repetitions(self) -> int:
        """How often the position has stood on the board, now and at the start included."""
        game, key = self.game, self.position.repetition_key()
        now = sum(turn.position_key == fit_key(key) for turn in self.turns)
        return now + self._count_before(fit_key(key)) + (game.ruleset.start(**game.options).repetition_key() == key)

    def _count_before(self, key: str) -> int:
        """How often a position stood before these turns: of one turn it is counted, of a chain all keys are read."""
        before = self.game.turns.filter(taken_back_at=None).order_by()
        if len(self.turns) == 1:
            return before.filter(position_key=key).count()
        if self.keys_before is None:
            self.keys_before = Counter(before.values_list("position_key", flat=True))
        return self.keys_before[key]

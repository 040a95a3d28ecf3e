"""Plays a turn and the answers of armed lines to it, all in one transaction and announced once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError

from core.prepared_writes import PreparedInsert
from core.refusal import Refusal
from engine.contract import IllegalMove, Outcome, Side
from engine.house_draws import QUIET_TURNS
from engine.symmetry import canonical_key
from games import events
from games.models import ClockChange, ConditionalLine, Game, Turn, fit_key
from games.play.act import Act
from games.play.clocks import announce_turn, measure_left, pass_clock, read_booked, save_clocks
from games.play.conditional import MOST_AT_ONCE, Answer, Lines
from games.play.ending import end_game
from games.play.locking import save_change
from games.play.offers import Step, accept_standing, after_turn, is_asked_unseen, list_asked, record
from games.play.playing import playing
from games.play.undoing import keep_state, note_state
from games.words import refusals
from games.words.illegal import say_error

REPETITIONS = 3
LONGEST_KEY = 64
"""Characters, as in the column."""


insert = PreparedInsert(Turn)
"""Prepared, since every turn is inserted by it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A turn as it was played by hand, and what came of it at once."""

    turn: Turn
    answers: tuple[Turn, ...] = ()
    """The turns that armed lines played after it."""
    declines: tuple[str, ...] = ()
    """The kinds of the other side's offers that it declined."""


def play_move(
    game_id: int,
    *,
    side: Side,
    expected_revision: int,
    text: str,
    expected_ply: int | None = None,
    key: str | None = None,
    remark: str = "",
    now: datetime | None = None,
) -> Played:
    """Plays `text` for `side`; a `key` that the game has seen before returns the turn played then.

    The player saw the game at `expected_revision`; where `expected_ply` says how many turns had been played, changes
    that do not matter to the turn are accepted. A `remark` that its player wrote with it is announced; a receiver may
    refuse it, and then the turn is not played either. Raises Refusal: over, not_your_turn, stale, illegal, too_late,
    bad_key, suspended.
    """
    key = key or ""
    if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise Refusal(refusals.BAD_KEY(), status=422)
    try:
        with playing(game_id, side=side, now=now) as act:
            refuse_out_of_turn(act.game, side=side, expected_revision=expected_revision, expected_ply=expected_ply)
            return _play(act, text=text, key=key, remark=remark)
    except Refusal:
        if turn := find_turn(game_id, side=side, key=key):
            return Played(turn)
        raise


def find_turn(game_id: int, *, side: Side, key: str) -> Turn | None:
    """The turn that `side` played under this key before, unless it was taken back since."""
    return Turn.objects.filter(game=game_id, side=side, key=key, taken_back_at=None).first() if key else None


def refuse_out_of_turn(game: Game, *, side: Side, expected_revision: int, expected_ply: int | None = None) -> None:
    """Raises Refusal unless it is this side's turn and the game is as on the page that the turn was played from."""
    if game.side_to_move != side:
        raise Refusal(refusals.NOT_YOUR_TURN())
    if game.revision != expected_revision and not (
        game.ply == expected_ply and _stands_as_meant(game, side=Side(side), since=expected_revision)
    ):
        raise Refusal(refusals.STALE())


def _stands_as_meant(game: Game, *, side: Side, since: int) -> bool:
    """Whether the board is the same after as many turns, and no offer is open that the turn would decline unseen.

    Deadlines may have moved. As always when a player moves, an offer of more time lapses, and one of a draw is
    declined.
    """
    if since > game.revision or is_asked_unseen(game.offers, side=side):
        return False
    return not game.clock_changes.filter(kind=ClockChange.Kind.TAKEN_BACK, revision__gt=since).exists()


def _play(act: Act, *, text: str, key: str, remark: str) -> Played:
    chain, lines = Chain(act), Lines(act)
    kept = note_state(act.game, act.mover, chain.booked[act.mover.user_id])
    try:
        move = chain.position.canonical(text)
    except IllegalMove as error:
        raise Refusal(say_error(error), status=422) from error
    turn = chain.add(move, key=key)
    declines = chain.declined
    last = _answer(chain, lines)
    chain.save()
    if remark:
        user_id = act.seats[turn.side].user_id
        events.turn_remarked.send(sender=Turn, turn_id=turn.pk, user_id=user_id, text=remark, now=act.now)
    lines.save()
    keep_state(act.game, None if last or len(chain.turns) > 1 else kept, stopped=lines.changed)
    _finish(chain, last)
    return Played(turn, tuple(chain.turns[1:]), declines)


def _answer(chain: Chain, lines: Lines) -> Answer | None:
    """Plays what is armed for the position that each turn leads to; returns what ends the game some other way."""
    while chain.outcome is None and len(chain.turns) < MOST_AT_ONCE and (answer := lines.find_answer()):
        try:
            if answer.text:
                chain.add(answer.text, armed=True)
        except IllegalMove:  # the rules are others than when it was armed; the turn before it stands
            lines.stop(answer, why=ConditionalLine.Stopped.ILLEGAL)
            return None
        lines.note_done(answer)
        if answer.ending:
            return answer
    return None


def _finish(chain: Chain, last: Answer | None) -> None:
    """Saves and announces the game as it is after the turns."""
    act, game, answers = chain.act, chain.game, chain.turns[1:]
    act.answers, act.planned_by = len(answers), last.side if last else None
    if chain.outcome:
        end_game(act, winner=chain.outcome.winner, termination=chain.outcome.termination)
    elif last and last.ending == ConditionalLine.Ending.RESIGN:
        end_game(act, winner=last.side.other, termination="resignation")
    elif last:
        accept_standing(act, "draw", side=last.side)
    else:
        save_change(game)
        announce_turn(game, act.mover, answers=act.answers)
        announce_answers(game, answers)


def announce_answers(game: Game, answers: Sequence[Turn]) -> None:
    """Announces the turns that lines have played to their owner, if it is not their turn; the player to move is told
    anyway."""
    for side in sorted({turn.side for turn in answers} - {game.side_to_move}):
        told = {"ply": game.ply, "answers": len(answers)}
        events.turns_answered.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side), **told)


class Chain:
    """Turns played at once in a locked game: the one by hand, and those of armed lines.

    Each moves the clocks as if it were played by hand at that instant.
    """

    def __init__(self, act: Act) -> None:
        self.act, self.game, self.now, self.position = act, act.game, act.now, act.game.position
        self.booked = read_booked(act.game, act.seats.values(), since=act.game.turn_started_at)
        self.turns: list[Turn] = []
        self.declined: tuple[str, ...] = ()
        """The kinds of offers that the last turn declined."""
        self.charged: set[Side] = set()
        """The sides whose clocks a turn has changed."""
        self.outcome: Outcome | None = None
        self.keys_before: Counter[str] | None = None

    def add(self, text: str, *, key: str = "", armed: bool = False) -> Turn:
        """Plays one turn, as the ruleset writes it. Raises IllegalMove before anything has changed."""
        game, now = self.game, self.now
        self.position = self.position.play(text)
        mover = Side(game.side_to_move)
        game.ply += 1
        game.quiet_turns = game.quiet_turns + 1 if game.ruleset.is_quiet(text) else 0
        turn = self._build_turn(text, mover=mover, key=key, armed=armed)
        self.turns.append(turn)
        game.position_text, game.position_key = turn.position_text, turn.position_key
        game.canonical_key = turn.canonical_key
        game.side_to_move = self.position.turn
        declined = list_asked(game.offers, side=mover) if game.offers else []
        for kind in declined:  # playing on is an answer
            record(game, kind, side=mover, step=Step.DECLINED, now=now)
        self.declined = tuple(kind.name for kind in declined)
        if game.offers:
            game.offers = after_turn(game.offers, mover=mover, ply=game.ply)
        if pass_clock(game, self.act.seats, self.booked, mover=mover, now=now):
            self.charged.add(mover)
        self.outcome = self.position.outcome() or self._find_draw()
        return turn

    def save(self) -> None:
        """Inserts the turns together, and saves the seats whose clocks have moved; does not save the game."""
        try:
            insert(self.turns)
        except IntegrityError as error:  # two turns of one ply or key: the constraint holds even if a lock fails
            raise Refusal(refusals.STALE()) from error
        save_clocks(self.act.seats[side] for side in sorted(self.charged))

    def _build_turn(self, text: str, *, mover: Side, key: str, armed: bool) -> Turn:
        game, seat = self.game, self.act.seats[mover]
        return Turn(
            game=game,
            ply=game.ply,
            side=seat.side,
            text=text,
            position_text=self.position.text(),
            position_key=fit_key(self.position.repetition_key()),
            canonical_key=canonical_key(game.ruleset, self.position),
            played_at=self.now,
            key=key,
            armed=armed,
            had_until_at=game.deadline_at,
            bank_before=seat.bank,
            time_left=measure_left(game, seat, self.booked[seat.user_id], now=self.now),
        )

    def _find_draw(self) -> Outcome | None:
        """The draw that the game's house rules declare after these turns, if any."""
        rules = self.game.options.get("draws", ())
        if "repetition" in rules and self._count_repetitions() >= REPETITIONS:
            return Outcome(None, "repetition")
        if "quiet-50" in rules and self.game.quiet_turns >= QUIET_TURNS:
            return Outcome(None, "quiet-50")
        return None

    def _count_repetitions(self) -> int:
        """How often the position has been on the board, including now and the start."""
        game, key = self.game, self.position.repetition_key()
        now = sum(turn.position_key == fit_key(key) for turn in self.turns)
        return now + self._count_before(fit_key(key)) + (game.ruleset.start(**game.options).repetition_key() == key)

    def _count_before(self, key: str) -> int:
        """How often a position came before these turns. For one turn the database counts; for a chain all keys are
        read."""
        before = self.game.turns.filter(taken_back_at=None).order_by()
        if len(self.turns) == 1:
            return before.filter(position_key=key).count()
        if self.keys_before is None:
            self.keys_before = Counter(before.values_list("position_key", flat=True))
        return self.keys_before[key]

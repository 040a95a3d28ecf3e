"""What ratings come to, by an account of its own: every rating, every game in it with its label, and who plays on time.

It goes through a diary of what happened to games and people, by the rules that `/rules/ratings/` tells players. It asks
the site nothing, and takes nothing from `games.rating` or `engine.glicko`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter

from tests.account.glicko import PROVISIONAL, START, Rating, age, rate, weeks_left
from tests.account.rating_diary import Began, Closed, Ended, GoesOn, Happening, LeftOut, Seen, TakenOut

WEEK, DAY = timedelta(weeks=1), timedelta(days=1)
WITHOUT_RESULT = ("void", "cancelled", "called_off")
TIME, SUSPENSION = "time", "suspension"
OPEN = "open"
TURNS_OF_A_LONG_GAME, EARLY_THAT_COUNT, OPPONENTS_FOR_A_RANK = 10, 5, 6
LAST = 50
"""So many games an on-time figure is of."""
TO_LEAVE_OUT, MOST_LEFT_OUT, WITHIN = 7 * DAY, 3, 90 * DAY


@dataclass
class Known:
    """What was known when a game ended, and stays: the opponent of each player, whether the loser had just lost another
    on time; and whether the winner has left this end out."""

    opponents: dict[int, tuple[float, float]]
    serial: bool
    early: bool
    left_out: bool = False


@dataclass
class Game:
    """A game as it stands. `known` is by when it ended, for it may be reopened and end anew."""

    began: Began
    at: datetime | None = None
    winner: int | None = None
    termination: str = ""
    ply: int = 0
    taken_out: bool = False
    last_at: datetime | None = None
    """When it ended last, also where it goes on."""
    known: dict[datetime, Known] = field(default_factory=dict)

    @property
    def is_lost_on_time(self) -> bool:
        return self.at is not None and self.termination == TIME and self.winner is not None

    @property
    def is_resigned_early(self) -> bool:
        return self.termination == "resignation" and self.ply < TURNS_OF_A_LONG_GAME

    @property
    def loser(self) -> int | None:
        return None if self.winner is None else self.began.users[1 - self.winner]

    def score_of(self, user: int) -> float:
        return 0.5 if self.winner is None else float(user != self.loser)

    def find_label(self, known: Known | None = None) -> str:
        """Why it does not count, "" where it does; without what was `known` when it ended, that is not asked."""
        if self.at is None:
            return OPEN
        if self.termination in WITHOUT_RESULT:
            return "no_result"
        if self.termination == SUSPENSION:
            return "suspension"
        if self.taken_out:
            return "staff"
        if self.ply < 2:
            return "short"
        if known and known.left_out and self.is_lost_on_time:
            return "declined"
        if known and known.early and self.is_resigned_early:
            return "early"
        return "serial" if known and known.serial and self.is_lost_on_time else ""


@dataclass
class Row:
    """A rated game in the rating of one of its players."""

    at: datetime
    game: int
    opponent: tuple[float, float]
    score: float
    label: str
    before: Rating | None = None
    after: Rating | None = None

    @property
    def key(self) -> tuple[datetime, int]:
        return self.at, self.game


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating as it stands: how many games it is of, when the last one ended, until when it is established."""

    rating: Rating
    games: int
    at: datetime | None
    opponents: int = 0

    @property
    def established_until(self) -> datetime | None:
        weeks = weeks_left(self.rating, PROVISIONAL)
        return None if self.at is None or weeks <= 0 else self.at + weeks * WEEK


BY_KEY = attrgetter("key")


class Account:
    """Everything by what the diary tells up to now."""

    def __init__(self, diary: Iterable[Happening] = ()) -> None:
        self.games: dict[int, Game] = {}
        self.rows: dict[tuple[int, int], Row] = {}
        """By game and user."""
        self.faults: list[str] = []
        """What nobody may do, and somebody did."""
        self._counting: dict[tuple[int, str], list[Row]] = defaultdict(list)
        self._seen: dict[int, datetime] = {}
        self._lost: dict[int, datetime] = {}
        """When somebody last lost on time, of what counted when it was decided."""
        self._left_out: dict[int, LeftOut] = {}
        self._closed: set[int] = set()
        self.take(diary)

    def take(self, happenings: Iterable[Happening]) -> None:
        for happening in happenings:
            match happening:
                case Began():
                    self.games.setdefault(happening.game, Game(happening))
                case Seen(user, at):
                    self._seen[user] = max(at, self._seen.get(user, at))
                case Closed(user):
                    self._closed.add(user)
                case Ended():
                    self._end(self.games[happening.game], happening)
                case GoesOn(pk):
                    game = self.games[pk]
                    game.at, game.winner, game.termination = None, None, ""
                    self._settle(game)
                case LeftOut():
                    self._leave_out(happening)
                case TakenOut(pk, out):
                    self.games[pk].taken_out = out
                    self._settle(self.games[pk])

    # --- What it comes to ----------------------------------------------------------------------------------------
    def list_ratings(self) -> dict[tuple[int, str], Standing]:
        """Of everybody who has begun a rated game and whose account is open, by user and ruleset."""
        began = [game.began for game in self.games.values() if game.began.rated]
        each = {(user, one.slug) for one in began for user in one.users if user not in self._closed}
        return {(user, slug): self.find_rating(user, slug) for user, slug in sorted(each)}

    def find_rating(self, user: int, slug: str) -> Standing:
        rows = self._counting[user, slug]
        last = rows[-1] if rows else None
        met = self._count_opponents(user, rows)
        return Standing(last.after if last and last.after else START, len(rows), last.at if last else None, met)

    def count_on_time(self, user: int, *, hidden: Collection[int] = ()) -> tuple[int, int]:
        """How many of somebody's last games they did not lose on time, and of how many, but for these."""
        shown = [each for each in self.games.values() if each.began.game not in hidden]
        theirs = [each for each in shown if each.began.on_time and user in each.began.users]
        over = [(each.at, each.began.game, each) for each in theirs if each.at]
        with_result = [each for each in sorted(over) if each[2].termination not in WITHOUT_RESULT][-LAST:]
        lost = sum(each.is_lost_on_time and each.loser == user for *_, each in with_result)
        return len(with_result) - lost, len(with_result)

    def may_leave_out(self, pk: int, user: int, *, now: datetime) -> bool:
        """Within seven days, at most three times in ninety, and what counts alone."""
        game = self.games.get(pk)
        if game is None or game.at is None or not game.began.rated or not game.is_lost_on_time:
            return False
        lately = [each for each in self._left_out.values() if each.user == user and each.at > now - WITHIN]
        counts = game.find_label(game.known[game.at]) == ""
        return counts and user != game.loser and now - game.at <= TO_LEAVE_OUT and len(lately) < MOST_LEFT_OUT

    # --- What happens --------------------------------------------------------------------------------------------
    def _end(self, game: Game, end: Ended) -> None:
        game.at, game.winner, game.termination, game.ply = end.at, end.winner, end.termination, end.ply
        if game.began.rated and end.at not in game.known:
            game.known[end.at] = Known(
                self._find_opponents(game, end.at), self._is_serial(game, end.at), self._is_early(game)
            )
        self._settle(game)

    def _find_opponents(self, game: Game, at: datetime) -> dict[int, tuple[float, float]]:
        """As they are now, with nothing of this game, and as sure as they are when it ends."""
        found = {}
        for user, other in (game.began.users, reversed(game.began.users)):
            theirs = self.find_rating(other, game.began.slug)
            weeks = (at - theirs.at) / WEEK if theirs.at else 0
            found[user] = theirs.rating.r, age(theirs.rating, max(weeks, 0))
        return found

    def _is_serial(self, game: Game, at: datetime) -> bool:
        if game.loser is None or not game.is_lost_on_time or game.find_label():
            return False
        last = self._lost.get(game.loser)
        if last and self._seen.get(game.loser, last) <= last:
            return True
        self._lost[game.loser] = max(last or at, at)
        return False

    def _is_early(self, game: Game) -> bool:
        """Whether five of the two's games that count were resigned as early."""
        if not game.is_resigned_early or game.find_label():
            return False
        one, other = game.began.users
        rows = [self.games[row.game] for row in self._counting[one, game.began.slug]]
        before = [each for each in rows if other in each.began.users and each.is_resigned_early]
        return sum(each is not game for each in before) >= EARLY_THAT_COUNT

    def _count_opponents(self, user: int, rows: Sequence[Row]) -> int:
        """Different ones who were established when a long game with them ended; six are enough."""
        long = [row for row in rows if self.games[row.game].ply >= TURNS_OF_A_LONG_GAME]
        games = [self.games[row.game] for row in long if row.opponent[1] <= PROVISIONAL]
        return min(OPPONENTS_FOR_A_RANK, len({each for game in games for each in game.began.users} - {user}))

    def _leave_out(self, happening: LeftOut) -> None:
        if not self.may_leave_out(happening.game, happening.user, now=happening.at):
            self.faults.append(f"player {happening.user} left out game {happening.game}, and may not")
        game = self.games[happening.game]
        if game.at in game.known:
            game.known[game.at].left_out = True
        self._left_out[happening.game] = happening
        self._settle(game)

    def _settle(self, game: Game) -> None:
        """Sets the rows of a game as it stands, and folds from there on."""
        game.last_at = game.at or game.last_at
        if game.last_at is None or not game.began.rated:
            return
        known, pk = game.known[game.last_at], game.began.game
        for user in game.began.users:
            label, score = game.find_label(known), game.score_of(user)
            row = Row(game.last_at, pk, known.opponents[user], score, label)
            counting, old = self._counting[user, game.began.slug], self.rows.get((pk, user))
            self.rows[pk, user] = row
            since = [each.key for each in (old, row) if each and not each.label]
            if old and not old.label:
                counting.remove(old)
            if not label:
                insort(counting, row, key=BY_KEY)
            if since:
                fold(counting, bisect_left(counting, min(since), key=BY_KEY))


def fold(rows: Sequence[Row], first: int) -> None:
    """Sets what these rows, which count, make of a rating, from this one on."""
    for place in range(first, len(rows)):
        row, last = rows[place], rows[place - 1] if place else None
        row.before = last.after if last and last.after else START
        weeks = (row.at - last.at) / WEEK if last else 0
        row.after = rate(row.before, opponent=row.opponent, score=row.score, weeks=weeks)

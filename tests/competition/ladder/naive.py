"""A ladder as a plain list, written from the rules alone: it reads nothing of the site, and stores no rank."""

from dataclasses import dataclass, field

WEEK, REPEAT, UNPLAYED, UNSEEN, COUNTS = 7, 60, 60, 30, 30
"""Days."""


@dataclass
class Played:
    """A game, and what became of it."""

    by: str
    of: str
    at: float
    repeats: bool
    ended: float | None = None
    settled: bool = False


@dataclass(frozen=True)
class Moment:
    """What the end of a game found and left."""

    game: Played
    order: tuple[str, ...]
    leaving: frozenset[str]
    played: dict[str, float]
    ended: float
    left: tuple[str, ...] = ()


@dataclass
class Naive:
    """Who stands on the ladder, the highest first; all times in days."""

    order: list[str] = field(default_factory=list)
    leaving: set[str] = field(default_factory=set)
    rejoin: dict[str, float] = field(default_factory=dict)
    played: dict[str, float] = field(default_factory=dict)
    joined: dict[str, float] = field(default_factory=dict)
    seen: dict[str, float] = field(default_factory=dict)
    away: dict[str, float] = field(default_factory=dict)
    games: list[Played] = field(default_factory=list)

    # --- Joining and leaving ---------------------------------------------------------------------------------
    def join(self, who: str, now: float) -> str:
        if who in self.order:
            return "leaving" if who in self.leaving else ""
        if now < self.rejoin.get(who, 0):
            return "rejoin"
        self.rejoin.pop(who, None)
        self.order.append(who)
        self.played[who] = self.joined[who] = now
        return ""

    def leave(self, who: str) -> None:
        if who in self.order:
            self.leaving.add(who)
            self.let_go(who)

    def let_go(self, who: str) -> None:
        """Takes off who is leaving and for whose place nobody plays any more."""
        if who in self.leaving and not any(
            game.of == who and not game.settled and game.at >= self.joined[who] for game in self.games
        ):
            self.drop(who)

    def drop(self, who: str) -> None:
        if who in self.order:
            self.order.remove(who)
        self.leaving.discard(who)

    def find_neighbours(self, who: str) -> tuple[str, str]:
        """Who stands right above and below; empty for nobody."""
        around = ["", *self.order, ""]
        at = around.index(who)
        return around[at - 1], around[at + 1]

    def sweep(self, now: float) -> None:
        for who in list(self.order):
            plays = any(who in (game.by, game.of) and game.ended is None for game in self.games)
            if not plays and now - self.played[who] >= UNPLAYED and now - self.seen[who] >= UNSEEN:
                self.drop(who)

    # --- Challenging -----------------------------------------------------------------------------------------
    def start(self, by: str, of: str, now: float) -> str:
        if code := self.refuse(by, of, now):
            return code
        self.games.append(Played(by, of, now, self.repeats(by, of, now)))
        self.played[by] = self.played[of] = now
        return ""

    def refuse(self, by: str, of: str, now: float) -> str:
        if by not in self.order or by in self.leaving:
            return "not_on"
        if by == of:
            return "self"
        if of not in self.order or of in self.leaving:
            return "gone"
        steps = self.order.index(by) - self.order.index(of)
        if steps < 0:
            return "below"
        if steps > max(5, (len(self.order) + 9) // 10):
            return "too_high"
        if self.is_away(by, now) or self.is_away(of, now):
            return "you_away" if self.is_away(by, now) else "away"
        return self.refuse_games(by, of, now)

    def refuse_games(self, by: str, of: str, now: float) -> str:
        theirs = [game for game in self.games if {game.by, game.of} == {by, of}]
        if any(game.ended is None for game in theirs):
            return "playing"
        if any(game.ended is not None and now < game.ended + WEEK for game in theirs):
            return "too_soon"
        if len([game for game in self.counting(now, by=by) if self.still_stands(game.of, game)]) >= 3:
            return "most_out"
        inward = [game for game in self.counting(now, of=of) if now - game.at < COUNTS]
        if len(inward) >= 3:
            return "most_in"
        if self.repeats(by, of, now) and any(game.repeats for game in inward):
            return "too_soon"
        return ""

    def still_stands(self, who: str, game: Played) -> bool:
        """Whether somebody has not left since a game began, be it that they joined again."""
        return who in self.order and who not in self.leaving and self.joined[who] <= game.at

    def is_away(self, who: str, now: float) -> bool:
        return now < self.away.get(who, 0)

    def repeats(self, by: str, of: str, now: float) -> bool:
        return any((game.by, game.of) == (by, of) and now < game.at + REPEAT for game in self.games)

    def counting(self, now: float, *, by: str = "", of: str = "") -> list[Played]:
        """Running games of players who are not on vacation, started by one or with the other."""
        return [
            game
            for game in self.games
            if game.ended is None
            and (not by or game.by == by)
            and (not of or game.of == of)
            and not self.is_away(game.by, now)
            and not self.is_away(game.of, now)
        ]

    # --- The end of a game -----------------------------------------------------------------------------------
    def end(self, game: Played, *, winner: str, on_time: bool, now: float) -> None:
        """Without a winner it is a draw, or has no result."""
        game.ended = now
        if game.settled:
            return
        game.settled = True
        self.played |= {who: now for who in (game.by, game.of) if who in self.played}
        here = {who for who in (game.by, game.of) if who in self.order and self.joined[who] <= game.at}
        if winner == game.by and len(here) == 2 and game.by not in self.leaving:
            self.move(game.by, game.of)
        if winner and on_time:
            loser = game.of if winner == game.by else game.by
            self.rejoin[loser] = now + WEEK
            self.drop(loser)
        for who in (game.by, game.of):
            self.let_go(who)

    def move(self, winner: str, loser: str) -> None:
        """To the place of the loser, unless they stand above already."""
        if self.order.index(winner) > self.order.index(loser):
            self.order.remove(winner)
            self.order.insert(self.order.index(loser), winner)

    # --- What staff undo -------------------------------------------------------------------------------------
    def note(self, game: Played, now: float) -> Moment:
        played = {who: self.played[who] for who in (game.by, game.of) if who in self.played}
        return Moment(game, tuple(self.order), frozenset(self.leaving), played, now)

    def undo(self, found: Moment) -> None:
        """Gives the places back from the one above both players down to the lower of them, if they stand there as the
        end left them; where it moved nobody, the game counts again in any case."""
        if found.order != found.left:
            places = [found.order.index(who) for who in (found.game.by, found.game.of) if who in found.order]
            first = max(min(places) - 1, 0)
            stretch = found.order[first : max(places) + 1]
            left = [who for who in found.left if who in stretch]
            at = self.order.index(left[0]) if left and left[0] in self.order else 0
            moved_off = any(who in self.order for who in stretch if who not in left)
            if moved_off or self.order[at : at + len(left)] != left or (first == 0 and at != 0):
                return
            self.order[at : at + len(left)] = stretch
        found.game.settled = False
        for who, played in found.played.items():
            if self.played.get(who) == found.ended:
                self.played[who] = played
            if who in found.leaving and who in self.order:
                self.leaving.add(who)

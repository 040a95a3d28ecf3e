"""Puzzles: found in analysed finished games, proven by the rules alone, never shown while a running game stands there.

In a puzzle one move alone wins by force, within one or three turns of both sides; a die that is turned otherwise counts
as the same move. Whatever turn keeps the proven win is right, as the proof says and not a stored line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from computers.models import Evaluation, Review
from computers.thinking import make_way
from core.each import do_each
from core.prepared import PreparedQuery
from core.refusal import Refusal
from engine import registry
from engine.contract import Position, Ruleset, Side
from engine.search.analysing import count_turns_to_win, judge
from engine.search.finding import make_tree
from engine.search.searching import Search
from engine.search.settings import EXACT, WON, Limits
from engine.solving import Budget, Spent, find_base, find_only, is_won, wins
from engine.symmetry import canonical_key
from games.access import Visitor
from games.fairness import is_near_own, stands
from games.models import Game, Turn
from games.models.game import WITHOUT_RESULT
from records.models import Puzzle, PuzzleOfDay, PuzzleSolved, PuzzleSource
from records.themes_contract import choose_theme
from records.words import puzzles as words

LONGEST = 3
"""Turns of both sides that a win takes at most."""
FINDING = 400_000
"""Turns that looking at one position may cost a worker; a second of Mastery is some 50,000."""
JUDGING = 20_000
"""Turns that the proof of the right move may cost: it is made again where somebody plays one."""
OTHERS = 2_000
"""Steps of the search that looks whether another move wins further ahead."""
LATER = 10_000
"""Steps of the search that looks whether a turn which is not right wins all the same."""
MOST_OF_GAME = 4
"""Puzzles of one game."""
BATCH = 3
"""Games of one run of the task."""
AGAIN = timedelta(days=365)
"""After which a puzzle may be that of a day again."""


# --- Finding them ------------------------------------------------------------------------------------------------
def find_some(*, most: int = BATCH) -> int:
    """Looks for puzzles in analysed games in which nobody has looked; returns in how many. Running games come first."""
    looked = PuzzleSource.objects.filter(game=OuterRef("game"))
    done = Review.objects.filter(done__gte=F("positions"), game__private=False).exclude(Exists(looked))
    waiting = list(done.order_by("pk").values_list("game", flat=True)[:most])
    return do_each(waiting, look_through, fault="Game %s could not be looked through for puzzles").done


def look_through(game_id: int, *, now: datetime | None = None) -> None:
    """Whatever is found is stored at once with the note that this game is done."""
    game, now = Game.objects.get(pk=game_id), now or timezone.now()
    found = list(find_in(game, now=now)) if game.has_result and not game.private else []
    with transaction.atomic():
        PuzzleSource.objects.get_or_create(game=game, defaults={"looked_at": now})
        Puzzle.objects.bulk_create(found[:MOST_OF_GAME], ignore_conflicts=True)


def find_in(game: Game, *, now: datetime) -> Iterator[Puzzle]:
    """Of several positions on the way to one win the first alone."""
    texts = Turn.objects.filter(game=game, taken_back_at=None).order_by("ply").values_list("position_text", flat=True)
    positions = [game.ruleset.start(**game.options), *map(game.ruleset.read, texts)]
    before = -LONGEST
    for ply, within in list_candidates(game):
        if ply >= len(positions) or ply < before + LONGEST:
            continue
        make_way()
        if puzzle := make_puzzle(game, ply, positions[ply], within=within, now=now):
            before = ply
            yield puzzle


def list_candidates(game: Game) -> Iterator[tuple[int, int]]:
    """Positions in which the analysis has seen a short win by force for the side to move, and how long it takes."""
    rows = Evaluation.objects.filter(review__game=game).order_by("ply").values_list("ply", "score")
    sides = dict(Turn.objects.filter(game=game, taken_back_at=None).values_list("ply", "side"))
    for ply, score in rows:
        turns, mover = count_turns_to_win(score), sides.get(ply + 1)
        ahead = Side.FIRST if score > 0 else Side.SECOND
        if turns is not None and mover == ahead and turns <= LONGEST:
            yield ply, LONGEST if turns > 1 else 1


def make_puzzle(game: Game, ply: int, position: Position, *, within: int, now: datetime) -> Puzzle | None:
    """None where no win is proven, where two moves win, or where the proof costs too much."""
    ruleset = game.ruleset
    try:
        right = find_only(position, ruleset=ruleset, within=within, budget=Budget(FINDING))
        if not right:
            return None
        proof = Budget(JUDGING)
        assert is_won(position.play(right[0]), position.turn, within=within - 1, budget=proof)
    except Spent:
        return None
    if any(wins_further_on(ruleset, position, move) for move in list_others(ruleset, position, right[0])):
        return None
    return Puzzle(
        game=game,
        ply=ply,
        ruleset_slug=game.ruleset_slug,
        ruleset_revision=game.ruleset_revision,
        position_text=position.text(),
        canonical_key=canonical_key(ruleset, position),
        within=within,
        theme=choose_theme(ruleset, position, right[0]).name,
        found_at=now,
    )


def list_others(ruleset: Ruleset, position: Position, right: str) -> Iterator[str]:
    """A turn of each other move."""
    known = {find_base(ruleset, right)}
    for move in position.legal_moves():
        if (base := find_base(ruleset, move)) not in known:
            known.add(base)
            yield move


def wins_further_on(ruleset: Ruleset, position: Position, move: str) -> bool:
    """Whether a search sees a forced win after another move, too."""
    after = position.play(move)
    score = judge(after, ruleset=ruleset, history=[position], nodes=OTHERS).score
    return score > WON if position.turn is Side.FIRST else score < -WON


# --- Showing them ------------------------------------------------------------------------------------------------
def list_shown(*, slug: str = "", theme: str = "") -> QuerySet[Puzzle]:
    """Those that anybody may see, as far as the rows tell: see `is_shown`."""
    known = list_known()
    shown = _filter_shown({slug} & {*known} if slug else known)
    return shown.filter(theme=theme) if theme else shown


def list_known() -> tuple[str, ...]:
    """The rulesets whose puzzles can be shown."""
    return tuple([ruleset.slug for ruleset in registry.all_rulesets()])


def _filter_shown(slugs: Iterable[str]) -> QuerySet[Puzzle]:
    shown = Puzzle.objects.filter(hidden_at=None, game__private=False, game__ended_at__isnull=False)
    return shown.exclude(game__termination__in=WITHOUT_RESULT).filter(ruleset_slug__in=slugs)


def is_shown(puzzle: Puzzle) -> bool:
    """Whether its position stands in no running game, nor its image. One query."""
    ruleset = find_ruleset(puzzle)
    return not stands(ruleset, [ruleset.read(puzzle.position_text)])


def refuse_running(puzzle: Puzzle, positions: Sequence[Position], *, reader: Visitor) -> None:
    """Before a proof says anything of these positions of a line. Raises Refusal (403): stands, near_own.

    Its turns come from an address, and so may lead to where a running game stands that once stood at the puzzle.
    """
    ruleset = find_ruleset(puzzle)
    if stands(ruleset, positions):
        raise Refusal(words.STANDS(), status=403)
    if isinstance(reader, User) and is_near_own(ruleset, positions, players=[reader.pk]):
        raise Refusal(words.NEAR_OWN(), status=403)


def find_ruleset(puzzle: Puzzle) -> Ruleset:
    return registry.get(puzzle.ruleset_slug, revision=puzzle.ruleset_revision)


def find_of_day(day: date) -> Puzzle | None:
    """The puzzle of a day, if it may be shown. Two queries."""
    found = next(iter(_find_of_day(day, list_known())), None)
    return found if found is not None and is_shown(found) else None


@PreparedQuery
def _find_of_day(day: date, slugs: tuple[str, ...]) -> QuerySet[Puzzle]:
    """Prepared, since every home page of a player with games asks it."""
    return _filter_shown(slugs).filter(days__day=day)


def choose_of_day(*, now: datetime | None = None) -> bool:
    """Chooses the puzzle of today where there is none that may be shown: one that was never that of a day, the oldest
    first, or one of more than a year ago. Whether there is one now."""
    day = (now or timezone.now()).date()
    if find_of_day(day) is not None:
        return True
    lately = PuzzleOfDay.objects.filter(puzzle=OuterRef("pk"), day__gt=day - AGAIN)
    for puzzle in list_shown().exclude(Exists(lately)).order_by("pk")[:20]:
        if is_shown(puzzle):
            PuzzleOfDay.objects.update_or_create(day=day, defaults={"puzzle": puzzle})
            return True
    return False


# --- Solving them ------------------------------------------------------------------------------------------------
def play_line(puzzle: Puzzle, turns: Sequence[str]) -> list[Position]:
    """The position of the puzzle and those after each of these turns. Raises IllegalMove."""
    positions = [find_ruleset(puzzle).read(puzzle.position_text)]
    for turn in turns:
        positions.append(positions[-1].play(turn))
    return positions


def keeps_win(position: Position, move: str, *, within: int) -> bool:
    """Whether a turn of the side to move keeps a win by force within so many turns, this one among them. Raises Spent,
    which no turn of a puzzle does that keeps it."""
    return is_won(position.play(move), position.turn, within=within - 1, budget=Budget(JUDGING))


def wins_later(ruleset: Ruleset, after: Position, side: Side) -> bool:
    """Whether this side, which has just played, wins by force in more turns than a puzzle takes, as a search finds it
    that leaves nothing out."""
    if after.outcome() is not None or after.turn == side:
        return False
    tree = make_tree(after, ruleset=ruleset)
    return Search(tree, limits=Limits(nodes=LATER), devices=EXACT).run().score < -WON


def choose_answer(position: Position, *, within: int) -> str:
    """An answer of the other side: one that does not lose at once, if there is any."""
    answers = position.legal_moves()
    for answer in answers:
        after = position.play(answer)
        if after.outcome() is None and (within <= 1 or not wins(after, within=1, budget=Budget(JUDGING))):
            return answer
    return answers[0]


def note_solved(user: User, puzzle: Puzzle, *, now: datetime | None = None) -> None:
    PuzzleSolved.objects.get_or_create(user=user, puzzle=puzzle, defaults={"solved_at": now or timezone.now()})


def list_solved(user_id: int, puzzles: Sequence[Puzzle]) -> set[int]:
    return set(PuzzleSolved.objects.filter(user=user_id, puzzle__in=puzzles).values_list("puzzle", flat=True))


def hide(numbers: Sequence[int], *, now: datetime | None = None) -> int:
    return Puzzle.objects.filter(pk__in=numbers, hidden_at=None).update(hidden_at=now or timezone.now())


def show_again(numbers: Sequence[int]) -> int:
    return Puzzle.objects.filter(pk__in=numbers).update(hidden_at=None)


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    return {"puzzles_solved": PuzzleSolved.objects.filter(user=user_id).order_by("pk").values("puzzle", "solved_at")}


def on_account_closed(*, user_id: int, **_: Any) -> None:
    PuzzleSolved.objects.filter(user=user_id).delete()

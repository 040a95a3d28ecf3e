"""A computer's part in a game: it answers offers, and plays its turn as any player does.

A worker leases the row of the game and gives a sign of life each second; a row without one is free again after a
while. It does no harm if two think about one turn: `play_move` takes the turn of a revision once.

A player of a lower level does not wait for a higher one: a thought does what lower levels want when it begins and each
second after, within its own search, and gets that time back: it neither loses what it has found nor begins anew.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import cast

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from computers import events, relaying
from computers.models import LEASE, Computer, Thought, Work, WorkQuerySet
from computers.starting import find_obstacle
from computers.words.work import FAILED
from core.refusal import Refusal
from engine import registry
from engine.contract import Position, Side
from engine.house_draws import ends_by_quiet_turns, ends_by_repetition
from engine.level import Level
from engine.search import playing
from games import play
from games.models import Game, OfferRecord
from games.play.offers import list_asked
from games.play.seeing import read_seen

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError)
"""What the database raises where it is away or locked: a worker that meets it leaves its work as if it had been
killed."""
SIGN_EVERY = 1.0
"""Seconds between two signs of life, at which the worker also asks whether to go on."""
TO_STORE = 1.0
"""Seconds of a level's time that are kept for storing its turn."""
DRAW = "draw"
"""The name of the kind of offer."""
AT_LEAST = 0.75
"""The share of its time that a thought has even if it began late, since players know the level by how well it plays."""


def think(game_id: int) -> None:
    """Does all that a computer has to do in a game now; nothing where another worker does it, or staff have stopped
    it."""
    while thought := lease_thought(game_id):
        try:
            attend(thought)
        except Refusal as refusal:
            logger.info("Game %s went on while a computer thought: %s", game_id, refusal)
            if not has_moved_on(thought):
                stop(thought, why=refusal.sentence)
        except AWAY:
            logger.exception("The database failed while a computer thought in game %s; the sweep will find it", game_id)
            return
        except Exception as error:
            logger.exception("A computer failed in game %s", game_id)
            stop(thought, why=str(FAILED(error=type(error).__name__)))


def think_first(*, below: int | None = None) -> None:
    """Does what games want from computers now, each once, from those of levels below this place if it is told."""
    done: list[int] = []
    while True:
        wanted = Thought.objects.free(timezone.now()).in_order().exclude(game__in=done)
        if (thought := (wanted if below is None else wanted.filter(place__lt=below)).first()) is None:
            return
        done.append(thought.game_id)
        think(thought.game_id)


def make_way() -> None:
    """Between two steps of long work: does what games want, and then short work of higher apps, which somebody waits
    for."""
    think_first()
    events.making_way.send(sender=None)


def lease_thought(game_id: int) -> Thought | None:
    """Leases the row of a game whose computer is switched on, unless a living worker has it or it was stopped."""
    wanted = Thought.objects.allowed().filter(game=game_id)
    token = LEASE.take(wanted, now=timezone.now())
    return Thought.objects.filter(game=game_id, claim=token).first() if token else None


def attend(thought: Thought) -> None:
    """Answers offers and plays; then the row is deleted, or is free again where the game has asked anew meanwhile."""
    computer = Computer.objects.filter(user__seats__game=thought.game_id).select_related("user").first()
    find = partial(Game.objects.get, pk=thought.game_id)
    game = read_seen(find, reader_id=computer.user_id if computer else None)  # what it thinks about is not undone
    if must_wait(thought, game):
        return
    if computer is not None:
        side = Side(game.seats.get(user=computer.user).side)
        for kind in list_asked(game.offers, side=side):
            if not answer_offer(game, kind.name, side=side, computer=computer, signs=watch(thought, computer)):
                return
            game = Game.objects.get(pk=game.pk)
        if is_turn_of(game, side) and not take_turn(game, side=side, computer=computer, signs=watch(thought, computer)):
            return
    mine = list_mine(thought)
    if not mine.filter(revision=thought.revision).delete()[0]:
        mine.update(**LEASE.given_back)


def watch(thought: Thought, computer: Computer) -> Signs:
    """For each answer anew: whoever has thought about a draw for its whole time has some left for its turn."""
    return Signs(thought, seconds=count_seconds(thought, level=level_of(computer)), below=computer.place)


def must_wait(thought: Thought, game: Game) -> bool:
    """Whether a running game between people is relayed here. Then the lease stays, so that the sweep looks again once
    it has lapsed, and nobody before."""
    running = None if game.is_over else relaying.find_relayed(game)
    if running is not None:
        with transaction.atomic():
            list_mine(thought).update(relayed=True, seen_at=timezone.now())
            relaying.note(thought, running=running)
    elif thought.relayed:
        list_mine(thought).update(relayed=False)
    return running is not None


def is_turn_of(game: Game, side: Side) -> bool:
    return not game.is_over and game.side_to_move == side


def has_moved_on(thought: Thought) -> bool:
    """Whether the game has changed since, also by its end, so that it has to be looked at again."""
    revision = Game.objects.get(pk=thought.game_id).revision
    return revision != thought.revision and bool(list_mine(thought).update(revision=revision, **LEASE.given_back))


def stop(work: Work, *, why: str) -> None:
    """Stops this work until staff or the game start it again."""
    list_mine(work).update(stopped_at=timezone.now(), why=why[:200], **LEASE.given_back)


def list_mine(work: Work) -> WorkQuerySet:
    """The row of a work, unless it was deleted or another worker has it."""
    return cast(WorkQuerySet, LEASE.mine(work))


# --- A turn ------------------------------------------------------------------------------------------------------
def take_turn(game: Game, *, side: Side, computer: Computer, signs: Signs) -> bool:
    """Plays or resigns; returns whether it did, since staff may have stopped it, or another worker taken it over."""
    decision = playing.choose(
        game.position,
        ruleset=game.ruleset,
        history=read_history(game),
        level=level_of(computer),
        seed=game.pk,
        stop=signs,
        drawn_by_three=ends_by_repetition(game.options),
        quiet=game.quiet_turns if ends_by_quiet_turns(game.options) else None,
    )
    if not signs.still_mine():
        return False
    if decision.turn is None or decision.resigns:
        play.resign(game.pk, side=side, expected_revision=game.revision)
        return True
    play.play_move(
        game.pk,
        side=side,
        expected_revision=game.revision,
        expected_ply=game.ply,
        text=decision.turn,
        key=f"computer-{game.revision}",
    )
    if decision.offers_draw and not has_offered_draw(game, side=side):
        offer_draw(game, side=side)
    return True


def count_seconds(thought: Thought, *, level: Level) -> float | None:
    """How long to think, so that the turn is stored within the level's time from when the game asked: the player also
    waits for the broker. None for a level that does not think for a time."""
    if level.seconds is None:
        return None
    waited = max(0.0, (timezone.now() - thought.asked_at).total_seconds())
    return max(level.seconds - TO_STORE - waited, level.seconds * AT_LEAST)


def level_of(computer: Computer) -> Level:
    """The level as it is now; if this version of the site has none of that name, the strongest."""
    ruleset = registry.get(computer.ruleset_slug)
    return playing.find_level(ruleset, computer.level_name) or playing.list_levels(ruleset)[-1]


def read_history(game: Game) -> list[Position]:
    """The positions before the present one, the oldest first."""
    texts = game.turns.filter(taken_back_at=None).order_by("ply").values_list("position_text", flat=True)
    return [game.ruleset.start(**game.options), *map(game.ruleset.read, texts)][: game.ply]


def count_quiet(game: Game) -> list[int] | None:
    """How many turns in a row had taken nothing, at each ply; None in a game that does not end by that."""
    if not ends_by_quiet_turns(game.options):
        return None
    counts = [0]
    for text in game.turns.filter(taken_back_at=None).order_by("ply").values_list("text", flat=True)[: game.ply]:
        counts.append(counts[-1] + 1 if game.ruleset.is_quiet(text) else 0)
    return counts


# --- Offers ------------------------------------------------------------------------------------------------------
def answer_offer(game: Game, name: str, *, side: Side, computer: Computer, signs: Signs) -> bool:
    """Accepts a draw where `playing.takes_draw` does, and every other offer; declines what is no longer possible.
    Returns whether it answered, as `take_turn` does."""
    wanted = wants(game, name, side=side, computer=computer, signs=signs)
    if not signs.still_mine():
        return False
    if wanted:
        try:
            play.offers.accept(game.pk, name, side=side, expected_revision=game.revision)
            return True
        except Refusal as refusal:
            logger.info("A computer could not accept in game %s: %s", game.pk, refusal)
    play.offers.decline(game.pk, name, side=side, expected_revision=game.revision)
    return True


def wants(game: Game, name: str, *, side: Side, computer: Computer, signs: Signs) -> bool:
    if game.is_over:  # another game is what is left to be offered
        player = game.seats.get(side=side.other).user
        return not find_obstacle(player, computer=computer)
    return name != DRAW or wants_draw(game, side=side, computer=computer, signs=signs)


def wants_draw(game: Game, *, side: Side, computer: Computer, signs: Signs) -> bool:
    return playing.takes_draw(
        game.position,
        ruleset=game.ruleset,
        history=read_history(game),
        level=level_of(computer),
        side=side,
        seed=game.pk,
        stop=signs,
        drawn_by_three=ends_by_repetition(game.options),
        quiet=game.quiet_turns if ends_by_quiet_turns(game.options) else None,
    )


def has_offered_draw(game: Game, *, side: Side) -> bool:
    """Whether it has offered one in this game, in one query: it asks once, whatever the answer was."""
    made = OfferRecord.objects.filter(game=game, side=side, kind=DRAW, step=OfferRecord.Step.MADE)
    return made.exists()


def offer_draw(game: Game, *, side: Side) -> None:
    try:
        play.offers.propose(game.pk, DRAW, side=side)
    except Refusal as refusal:  # the turn is played all the same
        logger.info("A computer offered no draw in game %s: %s", game.pk, refusal)


class Signs:
    """Asked by the search whether to stop. At first and each second it gives a sign of life, learns whether staff have
    stopped it, and does what goes first: what levels `below` want, or all that games want if that is not told."""

    def __init__(self, work: Work, *, seconds: float | None = None, below: int | None = None) -> None:
        self.work, self.below = work, below
        self.next_at = time.monotonic()
        self.end_at = float("inf") if seconds is None else time.monotonic() + seconds
        self.lost = False

    def __call__(self) -> bool:
        now = time.monotonic()
        if now >= self.next_at and self.still_mine():
            think_first(below=self.below)
            self.end_at += time.monotonic() - now
            now = time.monotonic()
            self.next_at = now + SIGN_EVERY
        return self.lost or now >= self.end_at

    def still_mine(self) -> bool:
        self.lost = not list_mine(self.work).allowed().update(seen_at=timezone.now())
        return not self.lost

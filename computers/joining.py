"""Adds what the computer found in a finished game to a user's own analysis, as branches at the turns that cost most."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from analysis import trees
from analysis.editing import Draft, drafting
from analysis.models import Node, Tree
from analysis.words.changes import UNDO_COMPUTER_LINES
from computers import review
from computers.models import Review
from computers.words import refusals
from core.refusal import Refusal
from engine.contract import Side
from engine.search.marking import find_swings
from games.models import Game
from games.reading.turns import Played, find_turns, read_position


def join(user: User, game: Game, *, now: datetime | None = None) -> Tree:
    """The user's analysis of the game, with the better line at each turn that cost much; one undo removes them all.

    Lines that are there already stay as they are. Raises Refusal: those of `refuse_unfinished`, nothing, too_many,
    too_often.
    """
    review.refuse_unplayed(game)
    if not Review.objects.filter(game=game).exists():  # nor is it told whether it would be withheld
        raise Refusal(refusals.NO_BETTER_LINE())
    review.refuse_unfinished(game, reader=user)
    turns = [Played(*turn) for turn in find_turns(game.pk, 0, game.ply)]
    played = [(Side(turn.side), turn.text) for turn in turns]
    judged = review.read_lines(game, reader=user)
    swings = find_swings(played, judged)
    if not swings:
        raise Refusal(refusals.NO_BETTER_LINE())
    tree = trees.open_game(user, game, now=now)
    positions = {swing.before_ply: read_position(game, turns, swing.before_ply) for swing in swings}
    better = review.read_better(game, positions, judged=judged)
    with drafting(user, tree.pk, now=now) as draft:
        for ply, texts in better.items():
            grow(draft, draft.find(-ply), texts)
        draft.save(what=UNDO_COMPUTER_LINES(), at=draft.layout.played[swings[0].before_ply])
    return tree


def grow(draft: Draft, node: Node, texts: tuple[str, ...]) -> None:
    """Adds the turns one after another from this node, unless they are there already."""
    position = draft.tree.ruleset.read(node.position_text)
    for text in texts:
        position = position.play(text)
        known = (each for each in draft.nodes.values() if (each.parent, each.text) == (node.number, text))
        if (following := next(known, None)) is None:
            following = draft.add(node, text, position.text())
            following.by_computer = True
        node = following

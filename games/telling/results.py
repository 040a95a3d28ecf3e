"""How games ended, in words: for anybody, and for each of the two players."""

from __future__ import annotations

from core.words import form
from engine.contract import Ruleset
from engine.words import Ending
from games.models import WITHOUT_RESULT, Game
from games.words import results as words

OUTCOMES = {
    "won": words.OUTCOME_WON,
    "lost": words.OUTCOME_LOST,
    "drawn": words.OUTCOME_DRAWN,
    "void": words.OUTCOME_VOID,
}


def result_of(game: Game) -> str:
    """How the game ended: 'Dark won: Light resigned.'; empty while it goes on."""
    return tell_result(game.ruleset, winner=game.winner, termination=game.termination) if game.is_over else ""


def tell_result(ruleset: Ruleset, *, winner: int | None, termination: str) -> str:
    """How a game ended, from its columns alone."""
    if winner is None:
        return str(words.WITHOUT_WINNER.get(termination, words.DRAWN)())
    how = find_ending(ruleset, termination).told(loser=ruleset.sides[1 - winner])
    return str(words.WON(winner=ruleset.sides[winner], how=how))


def tell_loss(ruleset: Ruleset, *, termination: str, side: str, name: str) -> str:
    """How a side lost, to one of the two players: 'Anna (Light) resigned.'; without a name, to who lost: 'You (Light)
    resigned.'"""
    ending = find_ending(ruleset, termination)
    return form(ending.theirs(name=name, side=side) if name else ending.mine(side=side))


def tell_own_result(game: Game, *, side: int | None) -> str:
    """“You won.” or “You lost.”; empty for who doesn't play, and where nobody has won."""
    if side is None or game.winner is None:
        return ""
    return str(words.YOU_WON() if game.winner == side else words.YOU_LOST())


def find_ending(ruleset: Ruleset, termination: str) -> Ending:
    """The sentences of how a side lost: those of the rules of the game, or of what ends any game."""
    return words.ENDINGS.get(termination) or ruleset.terminations.get(termination) or words.OTHER


def tell_outcome(side: int | None, *, winner: int | None, termination: str) -> str:
    """How a game ended for one side, as a code: 'won', 'lost', 'drawn' or 'void'; empty for no side."""
    if side is None:
        return ""
    if winner is None:
        return "void" if termination in WITHOUT_RESULT else "drawn"
    return "won" if winner == side else "lost"

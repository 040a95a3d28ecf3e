"""How games ended, in words: for anybody, and for each of the two players."""

from __future__ import annotations

from core.words import Said, form
from engine.contract import Ruleset
from engine.words import Ending
from games.models import WITHOUT_RESULT, Game
from games.reading.seats import read_seats
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


def name_head(game: Game, *, side: int | None) -> Said:
    """What stands above how a game ended: “You won” to a player, “Dark won” to others."""
    if side is None and game.winner is not None:
        return words.HEAD_OF_WINNER(winner=game.ruleset.sides[game.winner])
    return words.HEADS[tell_outcome(side or 0, winner=game.winner, termination=game.termination)]()


def tell_how(game: Game, *, side: int | None) -> str:
    """How it ended, below that: with the name of the opponent who lost to a player, with the side alone to others."""
    if game.winner is None:
        return result_of(game)
    loser = 1 - game.winner
    if side is None:
        return form(find_ending(game.ruleset, game.termination).told(loser=game.ruleset.sides[loser]))
    name = "" if side == loser else read_seats(game)[loser].user.shown_name
    return tell_loss(game.ruleset, termination=game.termination, side=game.ruleset.sides[loser], name=name)


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

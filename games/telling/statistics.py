"""What the computer's games against itself say of a level, in the language that is active."""

from __future__ import annotations

from core.words import Said
from engine.measuring import Match
from games.words import rules as words


def tell_match(match: Match) -> Said:
    """Whom a level played, and with how much of its time, if it thinks by the clock."""
    if match.by_stand_in:
        return words.AGAINST_STAND_IN()
    if match.beside is None:
        return words.AGAINST_RANDOM()
    if match.share_of_time is None:
        return words.AGAINST(below=match.beside)
    if match.share_of_time == 100:
        return words.AGAINST_IN_ALL_ITS_TIME(below=match.beside)
    return words.AGAINST_IN_PART_OF_ITS_TIME(below=match.beside, percent=match.share_of_time)


def tell_level(match: Match) -> Said:
    """The level, by its number and word."""
    if match.word is None:
        return words.NUMBERED_LEVEL(number=match.level)
    return words.LEVEL(number=match.level, level=match.word())


def tell_elo(match: Match) -> Said:
    """How much stronger a level is than the one it played."""
    if not match.high:
        return words.ELO_OR_MORE(low=match.low)
    return words.ELO_BETWEEN(elo=match.elo, low=match.low, high=match.high)

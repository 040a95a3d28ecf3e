"""Chains: turns that armed lines played directly one after another. Finds them for a notice, and names them briefly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import F, Q

from core.words import Said, tell_list
from engine.contract import Side
from games.models import Game, Turn
from games.play.conditional import MOST_AT_ONCE
from notifications.models import Notice
from notifications.words import games as words

NAMED = 6
"""A chain with up to this many turns is named in full."""
ENDS = 2
"""So many of the first and of the last turns of a longer chain are named."""


def find_span(notice: Notice, game: Game) -> range | None:
    """Returns the plies of the turns that the notice is about, from the one played by hand on; None if lines played
    none."""
    payload = notice.payload if isinstance(notice.payload, dict) else {}
    answers, last = payload.get("answers"), payload.get("ply", game.ply)
    if not (isinstance(answers, int) and isinstance(last, int) and 0 < answers < last):
        return None
    return range(last - answers, last + 1)


def load_turns(spans: Iterable[tuple[int, range]]) -> dict[int, list[Turn]]:
    """Reads the present turns at these plies of these games, by the ids of the games, with one query, or none without
    spans."""
    wanted = Q()
    for game_id, plies in spans:
        wanted |= Q(game=game_id, ply__gte=plies[0], ply__lte=plies[-1])
    return _by_game(wanted) if wanted else {}


def load_last(games: Iterable[Game]) -> dict[int, list[Turn]]:
    """Reads, for each game, the turns that were played at the instant when its present turn started, and always the
    last two turns. It makes one query, which only looks at the last turns of each game."""
    at_once = Q(ply__gt=F("game__ply") - MOST_AT_ONCE, played_at=F("game__turn_started_at"))
    return _by_game((at_once | Q(ply__gte=F("game__ply") - 1)) & Q(game__in=[game.pk for game in games]))


def _by_game(wanted: Q) -> dict[int, list[Turn]]:
    found: dict[int, list[Turn]] = {}
    standing = Turn.objects.filter(wanted, taken_back_at=None).order_by("game", "ply")
    for turn in standing.only("game", "ply", "side", "text", "position_text", "played_at"):
        found.setdefault(turn.game_id, []).append(turn)
    return found


def pick_chain(turns: Sequence[Turn], plies: range, *, reader: Side | int) -> list[Turn]:
    """Returns the turns at these plies that were played at the same instant as the first of them. Any other turn was
    played later, after a takeback.

    Returns none if naming the last turn is enough, since the opponent's line answered a single turn of the reader.
    """
    found = [turn for turn in turns if turn.ply in plies]
    found = [turn for turn in found if turn.played_at == found[0].played_at]
    return found if len(found) > 2 or any(turn.side == reader for turn in found[1:]) else []


def name_chain(turns: Sequence[Turn]) -> Said | None:
    """Names a chain, such as “Played in a row: Md1-c1, Mc8-b8”. A long chain is shortened to its first and last turns
    and their number. Returns None for no turns."""
    if not turns:
        return None
    texts = [turn.text for turn in turns]
    if len(texts) <= NAMED:
        return words.IN_A_ROW(turns=tell_list(texts))
    return words.MANY_IN_A_ROW(n=len(texts), turns=tell_list([*texts[:ENDS], "…", *texts[-ENDS:]]))

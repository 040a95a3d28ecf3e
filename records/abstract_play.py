"""The form of records that Abstract Play has published (`APGameRecord`), so that its raters can read our games.

Source: `src/schemas/gamerecord.json` and `docs/game-records.md` of AbstractPlay/recranks. It has rounds of one turn a
side, and a number for each player by which the higher one has won.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from engine.contract import Side
from games.models import Game
from games.reading.seats import read_seats
from records.record import Moment, Record


def write(record: Record, game: Game) -> str:
    """The finished game, of which `record` is what the public is told."""
    return json.dumps(tell(record, game), ensure_ascii=False, indent=1) + "\n"


def tell(record: Record, game: Game) -> dict[str, Any]:
    assert record.ended is not None
    assert record.started is not None
    header: dict[str, Any] = {
        "game": {"name": record.ruleset.name, "variants": list_variants(record)},
        "site": {"name": settings.SITE_NAME, "gameid": str(game.pk)},
        "date-start": as_instant(record.started),
        "date-end": as_instant(record.ended),
        "date-generated": as_instant(record.ended),
        "unrated": not record.rated,
        "players": [
            {
                "name": seat.user.shown_name,
                **({} if seat.user.is_guest else {"userid": str(seat.user_id)}),
                "is_ai": seat.user.is_computer,
                "result": score(record, Side(seat.side)),
            }
            for seat in read_seats(game)
        ],
        "startingPosition": record.start,
    }
    return {"header": header, "moves": list_rounds(record)}


def list_variants(record: Record) -> list[str]:
    """The options in English, each as its page calls it, those with the usual value left out."""
    return [
        f"{option.label}: {choice.label}"
        for option in record.ruleset.options
        for choice in option.choices
        if record.options.get(option.name, option.default) != option.default
        and choice.value in as_tuple(record.options[option.name])
    ]


def as_tuple(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,)


def score(record: Record, side: Side) -> int:
    """1 for who won, 0 for who lost, and 1 for both in a draw."""
    return int(record.winner in (None, side))


def list_rounds(record: Record) -> list[list[str | None]]:
    """The turns in rounds by the order of seats; null where a side did not play. Who plays comes from the positions."""
    rounds: list[list[str | None]] = []
    for position, turn in zip(record.replay(), record.turns, strict=False):
        side = int(position.turn)
        if not rounds or rounds[-1][side] is not None or (side == Side.FIRST and rounds[-1][Side.SECOND] is not None):
            rounds.append([None, None])
        rounds[-1][side] = turn.text
    return rounds


def as_instant(moment: Moment) -> str:
    """The schema asks for instants, so a day is its first."""
    at = moment if isinstance(moment, datetime) else datetime.combine(moment, datetime.min.time(), UTC)
    return at.isoformat().replace("+00:00", "Z")

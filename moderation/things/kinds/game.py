"""A game, with its board and clocks at the time of the report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence, join
from engine import drawing
from games import access, telling
from games.models import Game
from games.reading.seats import read_seats
from moderation.things.contract import Thing, ThingKind
from moderation.things.times import tell_time

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HEADING = Sentence("heading", "Report game {game}, {ruleset}")
TERMS = Sentence("terms", "{ruleset}, {control}")
PLAYER = Sentence("player", "{side}: {name}")


class OneGame(ThingKind):
    label = _("game")
    is_played = True

    def find(self, reporter: User, pk: int) -> Thing:
        game = access.get_game(reporter, pk)
        others = tuple(seat.user for seat in read_seats(game) if seat.user_id != reporter.pk)
        return Thing(
            self.name,
            game.pk,
            HEADING(game=game.pk, ruleset=game.ruleset.name),
            others,
            keep=lambda: keep_game(game),
            game=game,
            place=game.get_absolute_url(),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Game"), str(TERMS(ruleset=kept["ruleset"], control=kept["control"]))
        yield _("Players"), join(kept["players"])
        yield _("Turns played"), str(kept["ply"])
        yield _("To move"), kept["to_move"]
        yield _("Deadline"), tell_time(kept["deadline"])
        yield _("Result"), kept["result"]
        yield _("Board"), kept["board"]


def keep_game(game: Game) -> dict[str, Any]:
    names = [str(PLAYER(side=game.ruleset.sides[seat.side], name=seat.user.username)) for seat in read_seats(game)]
    return {
        "ruleset": game.ruleset.name,
        "control": telling.control_of(game),
        "players": names,
        "ply": game.ply,
        "revision": game.revision,
        "to_move": "" if game.is_over else names[game.side_to_move],
        "deadline": game.deadline_at.isoformat() if game.deadline_at else "",
        "result": telling.result_of(game),
        "position": game.position_text,
        "board": drawing.draw_text_board(game.ruleset, game.position),
    }


kind = OneGame()

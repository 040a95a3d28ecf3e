"""The turns of a game as a text file, which the practice board reads again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access
from games.models import Game
from games.reading.seats import read_seats
from games.reading.turns import Played, find_turns


@require_safe
@never_cache
def game_record(request: HttpRequest, pk: int) -> HttpResponse:
    """All turns, each on a line of its own after its number."""
    reader = access.player_of(request)
    game = access.get_game(reader, pk)
    turns = map(Played._make, find_turns(game.pk, 1, game.ply))
    text = "".join(f"{turn.ply}. {turn.text}\n" for turn in turns)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = name_file(game, reader_id=reader.pk)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return response


def name_file(game: Game, *, reader_id: int | None) -> str:
    """Such as `mastery-alice-boris-12.txt`; a guest has no name."""
    seats = read_seats(game, reader_id=reader_id)
    names = [slugify(seat.user.username) for seat in seats if not seat.user.is_guest]
    return "-".join([game.ruleset.slug, *filter(None, names), str(game.pk)]) + ".txt"

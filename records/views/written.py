"""The record of a game as a file: text, JSON, and the form that Abstract Play has published."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access
from games.models import Game
from games.reading.seats import read_seats
from records import abstract_play, writing
from records.making import make_record
from records.record import Record

TEXT = "text/plain; charset=utf-8"
JSON = "application/json"


@require_safe
@never_cache
def game_text(request: HttpRequest, pk: int) -> HttpResponse:
    return answer(request, pk, write=writing.write_text, form="txt", content_type=TEXT)


@require_safe
@never_cache
def game_json(request: HttpRequest, pk: int) -> HttpResponse:
    schema = request.build_absolute_uri(reverse("record_schema"))
    return answer(
        request, pk, write=lambda record: writing.write_json(record, schema=schema), form="json", content_type=JSON
    )


@require_safe
@never_cache
def game_abstract_play(request: HttpRequest, pk: int) -> HttpResponse:
    """Of finished games alone: that form knows no others."""
    reader = access.player_of(request)
    game = access.get_game(reader, pk)
    if not game.has_result:
        raise access.hide_from(reader, "game")
    record = make_record(game, reader_id=None)
    content = abstract_play.write(record, game)
    return as_file(content, name=name_file(game, reader_id=None, form="ap.json"), content_type=JSON)


@require_safe
def turns_text(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the turns were to be had before there were records."""
    return redirect("game_text", pk, permanent=True)


def answer(
    request: HttpRequest, pk: int, *, write: Callable[[Record], str], form: str, content_type: str
) -> HttpResponse:
    reader = access.player_of(request)
    game = access.get_game(reader, pk)
    content = write(make_record(game, reader_id=reader.pk))
    return as_file(content, name=name_file(game, reader_id=reader.pk, form=form), content_type=content_type)


def as_file(content: str, *, name: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return response


def name_file(game: Game, *, reader_id: int | None, form: str) -> str:
    """Such as `mastery-alice-boris-12.txt`; a guest has no name."""
    seats = read_seats(game, reader_id=reader_id)
    names = [slugify(seat.user.username) for seat in seats if not seat.user.is_guest]
    return "-".join([game.ruleset.slug, *filter(None, names), str(game.pk)]) + f".{form}"

"""The rows of records: `test_rows.py` asks them."""

from django.conf import settings
from django.utils import timezone

from engine.contract import Side
from games import play
from games.models import Game
from records import animating, book, bulk_files, puzzles
from records.models import Animation, BookTurn, MonthOfGames, PuzzleSource
from tests.factories import play_turns
from tests.records.puzzled import analyse
from tests.site.neighbours.cases import Done, ask_each, case


@case("records.tasks.draw_animations")
def draw_animations(breaking) -> Done:
    games = [play_turns(game, game.position.legal_moves()[0]) for game in breaking.start_games()]
    for game in games:
        animating.ask(game, animating.read_wanted(game, {}), origin=())
    breaking.break_call(animating, "draw_one", lambda told, **_: told.game_id == games[0].pk)
    return ask_each(games, lambda pk: Animation.objects.filter(game=pk, made_at__isnull=False).exists())


@case("records.tasks.update_book")
def update_book(breaking) -> Done:
    games = [play_turns(game, game.position.legal_moves()[0]) for game in breaking.start_games()]
    for game in games:
        play.resign(game.pk, side=Side.FIRST)
    breaking.break_call(book, "make_rows", lambda told: told.pk == games[0].pk)
    return ask_each(games, lambda pk: BookTurn.objects.filter(game=pk).exists())


@case("records.tasks.find_puzzles")
def find_puzzles(breaking) -> Done:
    games = [play_turns(game, game.position.legal_moves()[0]) for game in breaking.start_games()]
    for game in games:
        play.resign(game.pk, side=Side.FIRST)
        analyse(Game.objects.get(pk=game.pk), {})
    breaking.break_call(puzzles, "find_in", lambda told, **_: told.pk == games[0].pk)
    return ask_each(games, lambda pk: PuzzleSource.objects.filter(game=pk).exists())


@case("records.tasks.write_bulk_files")
def write_bulk_files(breaking) -> Done:
    breaking.patch.setattr(settings, "RECORDS_LICENCE", "CC0-1.0")
    breaking.patch.setattr(settings, "RECORDS_DIR", settings.DATA_DIR / "files")
    months = [
        MonthOfGames.objects.create(ruleset_slug="mastery", month=timezone.now().date().replace(day=1, month=month))
        for month in (1, 2)
    ]
    breaking.break_call(bulk_files, "write", lambda told, **_: told.pk == months[0].pk)
    return ask_each(months, lambda pk: MonthOfGames.objects.filter(pk=pk, written__gt=0).exists())

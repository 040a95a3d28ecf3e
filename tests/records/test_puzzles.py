"""Puzzles: one move alone wins by force, every turn that keeps the win is right, and none stands in a running game."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Allowance
from engine import registry
from engine.solving import Budget, find_base, find_winning, is_won
from games import play
from games.models import Game
from moderation.models import Report
from records import puzzles
from records.models import Puzzle, PuzzleOfDay, PuzzleSolved, PuzzleSource
from records.tasks import choose_puzzle, find_puzzles
from tests.factories import GameFactory, UserFactory
from tests.records.puzzled import make_analysed

pytestmark = [pytest.mark.django_db, pytest.mark.late, pytest.mark.long]


@pytest.fixture
def found() -> Puzzle:
    """Won at once."""
    make_analysed()
    assert find_puzzles() == 1
    return Puzzle.objects.get()


def solve(client, puzzle, text, turns=""):
    address = reverse("puzzle", args=[puzzle.pk])
    return client.post(f"{address}?turns={turns}" if turns else address, {"text": text})


def list_right(puzzle) -> list[str]:
    ruleset = registry.get(puzzle.ruleset_slug)
    position = ruleset.read(puzzle.position_text)
    return list(find_winning(position, within=puzzle.within, budget=Budget(300_000)))


@pytest.mark.parametrize(("slug", "within"), [("masters", 1), ("masters", 3), ("mastery", 1)])
def test_in_each_one_move_alone_wins_as_a_plain_search_finds_it(slug, within):
    game, ply = make_analysed(slug, within=within)
    assert find_puzzles() == 1
    puzzle = Puzzle.objects.get()
    assert (puzzle.game_id, puzzle.ply, puzzle.within) == (game.pk, ply, within)
    ruleset = registry.get(slug)
    position = ruleset.read(puzzle.position_text)

    def forces(after, depth: int) -> bool:
        """By another hand: no answer keeps the game open."""
        if after.outcome():
            return after.outcome().winner == position.turn
        if depth == 0:
            return False
        replies = [after.play(reply) for reply in after.legal_moves()]
        return bool(replies) and all(
            any(forces(reply.play(move), depth - 2) for move in reply.legal_moves()) for reply in replies
        )

    right = {find_base(ruleset, move) for move in position.legal_moves() if forces(position.play(move), within - 1)}
    assert len(right) == 1
    assert find_puzzles() == 0, "nobody looks twice"


def test_a_game_whose_analysis_errs_has_none():
    """It says that a win is there, and none is."""
    from computers.models import Evaluation
    from engine.search.settings import HALVES, WIN
    from tests.records.puzzled import analyse

    game = GameFactory(ruleset_slug="masters", turns=["e2-e3", "c11-c10"])
    play.resign(game.pk, side=0)
    analyse(Game.objects.get(pk=game.pk), {0: WIN - HALVES})
    assert Evaluation.objects.count() == 3
    assert find_puzzles() == 1
    assert not Puzzle.objects.exists()
    assert PuzzleSource.objects.get().game_id == game.pk


def test_any_turn_that_keeps_the_win_is_right_and_another_is_told_so(client, found, alice):
    client.force_login(alice)
    right = list_right(found)
    position = registry.get(found.ruleset_slug).read(found.position_text)
    wrong = next(move for move in position.legal_moves() if move not in right)
    answer = solve(client, found, wrong)
    assert answer.status_code == 422
    assert "keep the win" in answer.content.decode()
    assert solve(client, found, "z9-z9").status_code == 422
    assert solve(client, found, "").status_code == 422
    assert not PuzzleSolved.objects.exists()
    for move in right:
        answer = solve(client, found, move)
        assert answer.status_code == 302
        assert "Solved!" in client.get(answer.url).content.decode()
    assert PuzzleSolved.objects.get().user == alice
    assert 'aria-label="solved"' in client.get(reverse("puzzles")).content.decode()


def test_a_win_in_two_turns_is_played_to_its_end_against_answers(client, alice):
    make_analysed("masters", within=3)
    find_puzzles()
    puzzle, line = Puzzle.objects.get(), []
    client.force_login(alice)
    while len(line) < puzzle.within:
        position = puzzles.play_line(puzzle, line)[-1]
        left = puzzle.within - len(line)
        move = next(
            move
            for move in position.legal_moves()
            if is_won(position.play(move), position.turn, within=left - 1, budget=Budget(300_000))
        )
        answer = solve(client, puzzle, move, "; ".join(line))
        assert answer.status_code == 302
        page = client.get(answer.url)
        line = page.context["turns"]
        if page.context["solved"]:
            break
        assert "is the answer. Go on!" in page.content.decode()
    assert PuzzleSolved.objects.count() == 1


def test_a_turn_that_wins_later_is_told_so(client, alice):
    make_analysed("masters", within=3)
    find_puzzles()
    puzzle = Puzzle.objects.get()
    Puzzle.objects.update(within=1)  # as if there were a win at once, too
    client.force_login(alice)
    right = list_right(puzzle)
    legal = registry.get("masters").read(puzzle.position_text).legal_moves()
    for move in (*legal[:5], *right[:1]):
        answer = solve(client, puzzle, move)
        assert answer.status_code == 422
        assert ("That wins too, but takes longer." in answer.content.decode()) == (move in right)
    assert not PuzzleSolved.objects.exists()


def test_the_line_of_an_address_cannot_be_made_up(client, found):
    position = registry.get(found.ruleset_slug).read(found.position_text)
    first = position.legal_moves()[0]
    for turns in (f"{first}", "rubbish; more", "x" * 3000, f"{first}; {first}; {first}"):
        answer = solve(client, found, first, turns)
        assert answer.status_code in (422, 403)
        assert client.get(reverse("puzzle", args=[found.pk]), {"turns": turns}).status_code in (200, 422)


def test_none_is_shown_that_stands_in_a_running_game(client, found, alice):
    assert client.get(reverse("puzzle", args=[found.pk])).status_code == 200
    old = found.game
    turns = list(old.turns.filter(taken_back_at=None, ply__lte=found.ply).values_list("text", flat=True))
    GameFactory(ruleset_slug=found.ruleset_slug, first=alice, second=UserFactory(), turns=turns)
    answer = client.get(reverse("puzzle", args=[found.pk]))
    assert answer.status_code == 403
    assert found.position_text not in answer.content.decode()
    assert 'id="board"' not in answer.content.decode()
    assert solve(client, found, list_right(found)[0]).status_code == 403
    assert client.get(reverse("puzzle_picture", args=[found.pk])).status_code == 404
    assert not choose_puzzle()


def test_no_turn_is_judged_that_leads_to_where_a_running_game_stands_or_near_one_of_the_reader(client, found, alice):
    old, ruleset = found.game, registry.get(found.ruleset_slug)
    turns = list(old.turns.filter(taken_back_at=None, ply__lte=found.ply).values_list("text", flat=True))
    right = list_right(found)[0]
    other = next(move for move in ruleset.read(found.position_text).legal_moves() if move != right)
    running = GameFactory(ruleset_slug=found.ruleset_slug, first=alice, second=UserFactory(), turns=[*turns, other])
    assert client.get(reverse("puzzle", args=[found.pk])).status_code == 200
    assert solve(client, found, other).status_code == 403, "the running game stands there"
    spent = Allowance.objects.filter(key__startswith="puzzle/").exclude(times="")
    assert spent.exists(), "whatever is told"
    assert solve(client, found, right).status_code == 302
    client.force_login(alice)
    assert solve(client, found, right).status_code == 403, "Alice's own game is near"
    play.resign(running.pk, side=0)
    assert solve(client, found, right).status_code == 302
    assert solve(client, found, other).status_code == 422


def test_one_goes_with_its_game_and_where_staff_hide_it(client, found):
    address = reverse("puzzle", args=[found.pk])
    puzzles.hide([found.pk])
    assert client.get(address).status_code == 404
    puzzles.show_again([found.pk])
    assert client.get(address).status_code == 200
    play.void(found.game_id, staff=UserFactory(is_staff=True), reason="A test.")
    assert client.get(address).status_code == 404
    assert client.get(reverse("puzzles")).context["rows"] == []


def test_the_puzzle_of_the_day_is_at_home_and_another_each_day(client, found, alice):
    GameFactory(first=alice, second=UserFactory())
    client.force_login(alice)
    assert "Puzzle of the day" not in client.get("/").content.decode()
    assert choose_puzzle() == 1
    assert reverse("puzzle", args=[found.pk]) in client.get("/").content.decode()
    now = timezone.now()
    assert not puzzles.choose_of_day(now=now + timedelta(days=1)), "there is one alone"
    assert puzzles.choose_of_day(now=now + timedelta(days=366)), "after a year it may come again"
    assert PuzzleOfDay.objects.count() == 2


def test_themes_are_files_and_narrow_the_list(client, found):
    from records.themes_contract import THEMES

    assert found.theme in THEMES.by_name()
    kept = client.get(reverse("puzzles"), {"theme": found.theme, "game": found.ruleset_slug})
    assert len(kept.context["rows"]) == 1
    other = next(name for name in THEMES.by_name() if name != found.theme)
    assert client.get(reverse("puzzles"), {"theme": other}).context["rows"] == []
    assert len(client.get(reverse("puzzles"), {"theme": "unheard-of", "page": "x"}).context["rows"]) == 1


def test_a_wrong_puzzle_is_a_report(client, found, alice):
    from computers.starting import make_accounts

    client.force_login(alice)
    page = reverse("report_thing", args=["puzzle", found.pk])
    assert client.get(page).status_code == 404, "no computer plays this game yet"
    make_accounts()
    assert client.get(page).status_code == 200
    sent = {"matter": "puzzle", "text": "Another turn wins, too."}
    assert client.post(page, sent).status_code == 302
    report = Report.objects.get()
    assert report.about.is_computer
    assert report.kept["position"] == found.position_text
    assert dict(report.kept_lines)["Puzzle"] == str(found.pk)


def test_more_puzzles_cost_no_more_queries(client, alice, found, django_assert_max_num_queries):
    client.force_login(alice)

    def count(more: int) -> int:
        for number in range(more):
            Puzzle.objects.create(
                **{
                    name: getattr(found, name)
                    for name in ("game", "ply", "ruleset_slug", "position_text", "within", "theme", "found_at")
                },
                canonical_key=f"{Puzzle.objects.count()}-{number}",
            )
        with django_assert_max_num_queries(30) as queries:
            client.get(reverse("puzzles"))
        return len(queries)

    count(1)
    assert count(2) == count(9)

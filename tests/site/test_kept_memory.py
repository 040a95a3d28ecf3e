"""What a process keeps to answer faster is bounded in bytes, whatever it is asked for: measured, cache by cache."""

import gc
import tracemalloc
from collections.abc import Callable
from random import Random

import pytest
from PIL import Image

from accounts.profile import faces
from core import addresses
from core.bounded_cache import keep
from core.templatetags import icons
from engine import registry
from engine.contract import Side
from engine.drawing.frame import Frame
from engine.games.master import ways
from engine.games.masters import move_tables, turn
from engine.games.mastery import tables
from engine.room import Room, Table
from engine.search.finding import make_tree
from engine.search.searching import Search
from engine.search.settings import Limits
from games import drawn
from games.pictures import asked, tiles
from games.telling import played
from games.templatetags import boards, fragments, lists
from games.views import entries
from tests.sharing import begin_with

pytestmark = [pytest.mark.long, pytest.mark.late]

MEGABYTE = 1 << 20
DRAWN = [drawn.draw_board, drawn.draw_set_up, drawn.draw_tray, drawn.draw_chip, drawn.describe_board]
DRAWN += [drawn.describe_for_script, drawn.draw_small, entries.draw, played.tell_in]
"""What pages keep of positions."""


def measure(work: Callable[[], object]) -> float:
    """Megabytes that are held when it has been done, and were not before."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / MEGABYTE
    finally:
        tracemalloc.stop()


def play_at_random(slug: str, *, positions: int) -> list[str]:
    """Texts of positions met in random games."""
    ruleset, rng, texts = registry.get(slug), Random(1), []
    while len(texts) < positions:
        position = ruleset.start()
        for _ in range(80):
            moves = position.legal_moves()
            if not moves or len(texts) == positions:
                break
            texts.append(position.text())
            position = position.play(rng.choice(moves))
    return texts


def test_a_cache_stays_within_its_bound_and_keeps_what_is_asked_for_again():
    made = []

    @keep(most=2 * MEGABYTE)
    def write(number: int, *, size: int) -> str:
        made.append(number)
        return "x" * (size + number % 7)

    def ask() -> None:
        for number in range(1000):
            write(number, size=5000)
            write(0, size=5000)

    assert measure(ask) < 2.1
    assert made == list(range(1000))


def test_a_value_that_is_too_large_is_not_kept_and_pushes_nothing_out():
    made = []

    @keep(most=MEGABYTE)
    def write(size: int) -> str:
        made.append(size)
        return "x" * size

    for size in (10, MEGABYTE // 2, MEGABYTE // 2, 10):
        write(size)
    assert made == [10, MEGABYTE // 2, MEGABYTE // 2]


@pytest.mark.parametrize("slug", begin_with(1, ["master", "mastery", "masters"]))
def test_all_that_pages_keep_of_positions_stays_within_the_sum_of_its_bounds(slug):
    ruleset = registry.get(slug)
    texts = play_at_random(slug, positions=45 if slug == "master" else 130)

    def draw() -> None:
        before = texts[0]
        for text in texts:
            for flipped in (False, True):
                drawn.draw_board(ruleset, text, flipped=flipped, last_turn=None, ply=3, coordinates=True)
            drawn.draw_small(ruleset, text)
            entries.draw(entries.Drawing(slug, text, flipped=False, last_turn=""))
            drawn.draw_tray(ruleset, text, side=Side.FIRST)
            drawn.draw_set_up(ruleset, text, flipped=flipped)
            drawn.describe_board(ruleset, text)
            drawn.describe_for_script(ruleset, text, my_turn=True, side=0, preview="/games/1/preview/")
            played.tell_in("en", ruleset, before, "a2-a3", text, None) if slug == "master" else None
            before = text

    for one in DRAWN:
        one.clear()
    drawn.read_position.cache_clear()
    bound = sum(one.most for one in DRAWN) / MEGABYTE
    assert bound < 20
    engine = {"mastery": 3, "masters": 10, "master": 4}[slug]  # what the rules learn meanwhile; see below
    assert measure(draw) < bound + engine


def test_a_position_kept_for_drawing_holds_no_legal_turns():
    ruleset, text = registry.get("master"), play_at_random("master", positions=5)[-1]
    drawn.describe_for_script(ruleset, text, my_turn=True, side=0, preview="/games/1/preview/")
    drawn.draw_board(ruleset, text, flipped=False, last_turn=None, ply=3, coordinates=True)
    assert drawn.read_position(ruleset, text)._turns is None


def fill(room: Room, slug: str) -> None:
    """Plays at random until hardly anything more has room."""
    ruleset, rng = registry.get(slug), Random(1)
    while room.left > room.entries // 20:
        position = ruleset.start()
        for _ in range(200):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


@pytest.mark.parametrize(
    ("room", "slug", "most"),
    begin_with(1, [(tables._ROOM, "mastery", 3), (move_tables.ROOM, "masters", 10)]),
)
def test_what_the_rules_learn_from_positions_is_bounded_for_all_their_tables_together(room, slug, most):
    play_at_random(slug, positions=100)  # the ground that each piece needs is laid
    room.clear()
    held = measure(lambda: fill(room, slug))
    assert sum(map(len, room.tables)) > room.entries * 0.9
    assert held < most


def test_what_each_piece_of_masters_can_do_from_each_square_takes_little_though_it_stays():
    masters = registry.get("masters")
    tables = move_tables.Tables(masters.movement, army="", spell=move_tables.spell_text, room=Room(1))
    places = [(piece, 1 << square) for piece in tables.slider_tables for square in range(move_tables.SQUARES)]
    assert measure(lambda: [tables.sliders(*place) for place in places] and None) < 16
    assert tables.sliders.cache_info().currsize == 4080


class Texts(Table[str]):
    def find(self, key: int) -> str:
        return str(key)


def test_a_full_room_has_all_its_tables_forget():
    room = Room(100)
    tables = [Texts(room), Texts(room)]
    for number in range(1000):
        assert tables[number % 2][number] == str(number)
        assert sum(map(len, tables)) <= 100
    assert 999 in tables[1]


@pytest.mark.parametrize("module", [ways, turn])
def test_turns_that_anybody_types_are_kept_short_and_in_a_bounded_number(module):
    def type_turns() -> None:
        for number in range(20_000):
            module.read_turn(f"{number}" + " " * 100 + "x" * 90)
            module.read_turn(f"a2-{number}")

    module._read.cache_clear()
    assert measure(type_turns) < 4


def test_addresses_are_kept_in_a_bounded_number():
    addresses.address_of("home")  # loads every view
    addresses._reverse.cache_clear()
    assert measure(lambda: [addresses.address_of("game", number) for number in range(9_000)] and None) < 0.8


def test_fragments_are_kept_within_their_bound():
    fragments._render.clear()
    names = [f"Player {number} " + "x" * 300 for number in range(20_000)]

    def render() -> None:
        for name in names:
            fragments._render._put(("_footer.html", (name, number_of(name)), "UTC", "en"), f"<p>{name}</p>" * 3)

    assert measure(render) < fragments.KEPT / MEGABYTE + 0.1
    fragments._render.clear()


def number_of(name: str) -> int:
    return 10_000 + len(name)


def test_shapes_of_lists_are_kept_within_their_bound():
    lists._draw.clear()
    names = [(f"mastery-{number}",) for number in range(5_000)]
    assert measure(lambda: [lists._draw._put((name,), str(name) + "x" * 1_000) for name in names] and None) < 1.1
    lists._draw.clear()


def test_squares_drawn_for_mails_are_kept_within_their_bound(monkeypatch):
    frame, box = Frame(registry.get("mastery"), flipped=False), (0, 0, 100, 100)
    monkeypatch.setattr(tiles, "rasterise", lambda svg, *, width: Image.new("RGB", (width, width)))
    tiles.squares.clear()
    measured = measure(lambda: [tiles._cut((slug, 1), "", frame, box=box) for slug in range(5_000)] and None)
    assert tiles.KEPT / MEGABYTE / 4 < measured < tiles.KEPT / MEGABYTE + 0.1
    tiles.squares.clear()


def test_pictures_that_anybody_asks_for_are_kept_within_their_bound():
    asked.pictures.clear()
    measured = measure(lambda: [asked.pictures.find(name, lambda: bytes(30_000)) for name in range(2_000)] and None)
    assert asked.KEPT / MEGABYTE / 3 < measured < asked.KEPT / MEGABYTE + 0.1


def test_diagrams_of_the_rules_are_kept_within_their_bound():
    boards.draw_diagram.clear()

    def keep() -> None:
        for number in range(20_000):
            boards.draw_diagram._put((number,), f"{number}" * 500)

    assert measure(keep) < boards.draw_diagram.most / MEGABYTE + 0.1


def test_figures_of_faces_are_kept_within_their_bound():
    faces.draw.clear()
    measured = measure(lambda: [faces.draw(number, 0) for number in range(20_000)] and None)
    assert faces.KEPT / MEGABYTE / 3 < measured < faces.KEPT / MEGABYTE + 0.1
    faces.draw.clear()


def test_icons_are_kept_within_their_bound():
    icons._draw.clear()
    assert measure(lambda: [icons._draw._put((str(name),), "x" * 300) for name in range(1_000)] and None) < 0.2
    icons._draw.clear()


MEASURED = [
    *(*DRAWN, fragments._render, lists._draw, tiles.squares, asked.pictures, boards.draw_diagram, faces.draw),
    icons._draw,
]
"""All that a process keeps by bytes. If you keep something more, add a test to this file and a line to this list."""


@pytest.mark.parametrize(("slug", "most"), begin_with(1, [("mastery", 70), ("master", 40), ("masters", 90)]))
def test_what_a_search_keeps_is_bounded_with_the_tables_of_its_game(slug, most):
    ruleset = registry.get(slug)
    texts = play_at_random(slug, positions=6)

    def think() -> None:
        for text in texts:
            Search(make_tree(ruleset.read(text), ruleset=ruleset), limits=Limits(nodes=4_000)).run()

    assert measure(think) < most

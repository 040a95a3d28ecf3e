"""A turn of MASTER by clicks: the move, then a rotation with a choice of face, or none; fast, however many turns."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from engine import registry
from tests.browser.conftest import click, confirm, stage
from tests.factories import GameFactory, set_up
from tests.servers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

MASTER = registry.get("master")
MANY_TURNS = "1e1a1bf1m1e1/b1cacdaaa1da/1m10/9b2/12/8M3/2A2B6/1A6A3/E1A1A1AA2E1/1B1M1DF2ADD r"
"""A position met by chance with 3,078 legal turns."""
WIDELY_SPREAD = "m2m8/a1a1a1a1a1a1/12/1A1A1A1A1A1A/12/A1A1A1A1A1A1/12/1A1A2A1A3/12/2M2M6 r"
LIMIT = 150_000
MOST_STEPS_A_TURN, MOST_STEPS_BESIDES = 4, 2000
"""How often a click may go through a piece of a script: for each legal turn, and whatever their number."""


@pytest.fixture
def game(alice, boris):
    return GameFactory(ruleset_slug="master", first=alice, second=boris)


@pytest.fixture
def mover(game):
    """The player who won the throw."""
    return game.seats.get(side=0).user


def test_a_move_alone(browse, game, mover):
    page = browse(mover)
    page.goto(game.get_absolute_url())
    stage(page, "a2-a3", ruleset=MASTER, position=game.position)
    confirm(page, "a2-a3")


@pytest.mark.parametrize("move", ["a2-a3 @a3=5", "a2-a3 @b1=1", "a2-a3 @l2=6"])
def test_a_move_and_then_a_rotation(browse, game, mover, move):
    page = browse(mover)
    page.goto(game.get_absolute_url())
    stage(page, move, ruleset=MASTER, position=game.position)
    confirm(page, move)


def test_the_face_is_chosen_by_a_button_and_can_be_undone(browse, game, mover):
    page = browse(mover)
    page.goto(game.get_absolute_url())
    stage(page, "a2-a3 @b1=5", ruleset=MASTER, position=game.position)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#tokens").get_by_role("button")).to_have_count(5)  # any other face than the one shown
    click(page, "=4", label="Show 4")
    expect(page.locator("#text")).to_have_value("a2-a3 @b1=4")


def test_a_click_counts_though_the_board_changes_between_press_and_release(browse, game, mover):
    page, held = browse(mover), []
    page.goto(game.get_absolute_url())
    page.route("**/preview/**", lambda route: held.append(route) if not held else route.continue_())
    for square in ("a2", "a3"):
        click(page, square)
    wait_until(lambda: page.wait_for_timeout(20) or held, what="The page asks for the board after the turn")
    page.locator('#board [data-square="b1"]').hover()
    page.mouse.down()
    with page.expect_response("**/preview/**"):
        held[0].continue_()
    page.wait_for_timeout(200)  # for a page that shows at once what came
    page.mouse.up()
    expect(page.locator("#tokens").get_by_role("button", name="Show 5")).to_be_visible()
    expect(page.locator('#board [data-square="a3"]')).to_have_attribute("data-label", re.compile("^a3, Red"))


def test_a_staged_turn_is_seen_on_the_board(browse, game, mover):
    page = browse(mover)
    page.goto(game.get_absolute_url())
    stage(page, "a2-a3 @a3=6", ruleset=MASTER, position=game.position)
    expect(page.locator("#board")).to_have_attribute("class", "board-frame")
    expect(page.locator('#board [data-square="a3"]')).to_have_attribute("data-label", "a3, Red Pawn showing 6")


def test_the_faces_to_choose_are_pictures_of_dice(browse, game, mover):
    page = browse(mover)
    page.goto(game.get_absolute_url())
    for square in ("a2", "a3", "b1"):
        click(page, square)
    five = page.get_by_role("button", name="Rotation: Show 5")
    expect(five.locator("circle")).to_have_count(5)


def test_the_board_of_a_small_phone_goes_from_edge_to_edge_with_squares_of_30_pixels(browse, game, mover):
    page = browse(mover, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    left, right = (page.locator(f'[data-square="{square}"]').bounding_box() for square in ("a1", "l1"))
    assert (round(left["x"]), round(right["x"] + right["width"])) == (0, 360)
    assert round(left["width"]) == 30


def test_the_opening_throw_is_kept_on_the_page(client, game):
    page = client.get(game.get_absolute_url()).content.decode()
    winner, loser = game.opening.split()[-1].split("-")
    red, white = (seat.user.username for seat in game.seats.order_by("side"))
    assert f"{red} threw {winner}, {white} threw {loser}: {red} plays Red and moves first." in page


@pytest.mark.parametrize("position", [MASTER.start().text(), MANY_TURNS, WIDELY_SPREAD])
def test_the_page_stays_small_however_many_turns_there_are(client, game, mover, position):
    set_up(game, position)
    client.force_login(mover)
    assert len(gzip.compress(client.get(game.get_absolute_url()).content, 6)) < LIMIT


CLICK = """square => new Promise(answer => {
  document.querySelector(`#board [data-square="${square}"]`).dispatchEvent(new MouseEvent("click", {bubbles: true}));
  requestAnimationFrame(() => setTimeout(answer));
})"""


@pytest.mark.parametrize("position", [MASTER.start().text(), MANY_TURNS, WIDELY_SPREAD])
def test_a_click_looks_at_each_turn_a_few_times_at_most(browse, game, mover, position):
    """Work is counted, not timed: how often the browser went through any piece of our scripts."""
    game = set_up(game, position)
    page = browse(mover, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url(), wait_until="networkidle")
    profiler = page.context.new_cdp_session(page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    turns = game.position.legal_moves()
    moves = [move for move in turns if "@" in move]
    (_, (start, end)), (_, (die, _)) = MASTER.steps(moves[len(moves) // 2])
    count_steps(profiler)  # those until here
    work = {}
    for square in (start, end, die):
        page.evaluate(CLICK, square)
        work[square] = count_steps(profiler)
    assert max(work.values()) < MOST_STEPS_A_TURN * len(turns) + MOST_STEPS_BESIDES, (len(turns), work)


def count_steps(profiler) -> int:
    """How often pieces of scripts were gone through since this was asked last."""
    scripts = profiler.send("Profiler.takePreciseCoverage")["result"]
    ours = [script for script in scripts if "/static/" in script["url"]]
    return sum(piece["count"] for script in ours for made in script["functions"] for piece in made["ranges"])

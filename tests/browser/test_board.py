"""The board of a game's page by mouse and keyboard: a turn is staged, looked at, then confirmed or not."""

import re

import pytest
from playwright.sync_api import expect

from engine import registry
from engine.contract import Side
from games import clock, play
from games.models import Seat
from tests.browser.conftest import click, confirm, press, stage
from tests.factories import GameFactory, play_turns, set_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MASTERY = registry.get("mastery")
FRAY = "3mm3/3p4/3o1p2/8/3M1o2/2O1p3/1PO5/M7 d M1O2P5/M1O2P3 - imperial,ross"
"""Dark may take the Officers on d6 and f4 and put a Pawn back, or command what stands near."""


@pytest.fixture
def game(alice, boris):
    return set_up(GameFactory(first=alice, second=boris), FRAY)


@pytest.fixture
def page(browse, game, alice):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    return page


COUNT_ANIMATIONS = """
window.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) { window.moved += 1; return animate.apply(this, given); };
"""
MOVES = {
    "a move": "Md4-d5",
    "a capture": "Md4xd6",
    "a control": "~Pe3-e2",
    "a control that captures": "~Of4xf6",
    "a capture with resurrection": "Md4xf4+Ph8",
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES.keys())
def test_every_kind_of_turn_is_entered_by_clicks(page, game, move):
    stage(page, move, ruleset=MASTERY, position=game.position)
    confirm(page, move)
    assert game.turns.get().text == move


def test_controls_captures_and_moves_look_different(page):
    click(page, "d4")
    expect(page.locator(".target.enemy")).to_have_count(2)
    expect(page.locator(".target.control")).to_have_count(0)
    click(page, "f4")  # now a capture is staged: another piece has to be chosen from the start
    page.get_by_role("button", name="Cancel").click()
    click(page, "f4")
    expect(page.locator(".target.control.dot").first).to_be_visible()


def test_a_staged_turn_is_shown_but_not_played_until_confirmed(page, game):
    stage(page, "Md4xd6", ruleset=MASTERY, position=game.position)
    expect(page.locator('[data-square="d6"]')).to_have_attribute("data-label", "d6, Dark Master")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator('[data-square="d6"]')).to_have_attribute("data-label", "d6, Light Officer")
    expect(page.locator("#confirm")).to_be_disabled()
    assert not game.turns.exists()


def test_the_status_line_says_what_can_be_done_now(page):
    words = page.locator("#staged")
    takes = "Your Master on d4 will capture Light’s Officer on f4."
    expect(words).to_have_text("Your turn. Choose a piece.")
    click(page, "e3")
    expect(words).to_have_text("That Pawn is controlled: click where it goes.")
    click(page, "d4")
    expect(words).to_have_text("Click where the Master on d4 goes.")
    click(page, "f4")
    expect(words).to_have_text(f"Staged: Md4xf4. {takes} Optional: bring back a piece.")
    click(page, "P", label="Bring back: Pawn")
    expect(words).to_have_text("Click where it comes back.")
    click(page, "h8")
    expect(words).to_have_text(
        f"Staged: Md4xf4+Ph8. {takes} You will return a captured Pawn to h8. Confirm, or cancel."
    )


def test_an_impossible_click_says_why_and_changes_nothing(page):
    words = page.locator("#staged")
    click(page, "h1")
    expect(words).to_have_text("There is no piece on h1.")
    click(page, "d4")
    click(page, "h8")
    expect(words).to_have_text(
        "The Master on d4 does not reach h8: it moves one to three squares along a file or rank."
    )
    click(page, "d5")
    expect(page.locator("#text")).to_have_value("Md4-d5")


def test_a_piece_is_dragged_to_where_it_goes(page, game):
    page.locator('#board [role="group"]').wait_for()
    page.locator('[data-square="d4"]').drag_to(page.locator('[data-square="d5"]'))
    expect(page.locator("#text")).to_have_value("Md4-d5")
    expect(page.locator('[data-square="d5"]')).to_have_attribute("data-label", "d5, Dark Master")
    confirm(page, "Md4-d5")


def test_a_piece_dragged_where_it_cannot_go_is_back_and_chosen(page):
    page.locator('#board [role="group"]').wait_for()
    page.locator('[data-square="d4"]').drag_to(page.locator('[data-square="h8"]'))
    expect(page.locator("#staged")).to_contain_text("does not reach h8")
    expect(page.locator(".target.clicked")).to_have_count(1)
    assert page.evaluate("document.querySelector('.pieces > [style*=translate]')") is None


def test_zones_are_those_of_the_board_as_staged(page):
    def lit():
        return page.locator(".zones > .zone.first").evaluate_all("all => all.map(one => one.getAttribute('transform'))")

    page.get_by_role("button", name="Zones").click()
    page.mouse.move(0, 0)
    before = lit()
    stage(page, "Md4-d5", ruleset=MASTERY, position=registry.get("mastery").read(FRAY))
    expect(page.locator('[data-square="d5"]')).to_have_attribute("data-label", "d5, Dark Master")
    page.mouse.move(0, 0)
    assert lit() != before


def test_the_last_turn_slides_unless_motion_is_to_be_reduced(browse, game, boris):
    play_turns(game, "Md4-d5")
    for motion, moving in (("reduce", 0), ("no-preference", 1)):
        page = browse(boris, reduced_motion=motion)
        page.add_init_script(COUNT_ANIMATIONS)
        page.goto(game.get_absolute_url())
        page.locator('#board [role="group"]').wait_for()
        assert page.evaluate("window.moved") == moving
        expect(page.locator(".last-way")).to_have_attribute("data-to", "d5")


def test_what_a_piece_is_and_does_is_told_under_the_pointer(page):
    page.locator('[data-square="e3"]').hover()
    expect(page.locator(".tip")).to_have_text("e3, Light Pawn: controlled by Dark")
    page.locator('[data-square="h1"]').hover()
    expect(page.locator(".tip")).to_be_hidden()


def test_undo_takes_back_the_last_click_alone(page, game):
    stage(page, "Md4xf4+Ph8", ruleset=MASTERY, position=game.position)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#confirm")).to_be_disabled()
    click(page, "h7")
    expect(page.locator("#text")).to_have_value("Md4xf4+Ph7")


def test_no_tap_on_the_board_alone_plays_a_turn(page, game):
    for square in ("d4", "d5", "d5", "a1", "a2", "e3", "e2", "h8", "d4"):
        click(page, square)
    page.reload()
    assert not game.turns.exists()


def test_a_turn_by_the_keyboard_alone(page):
    page.locator('.place[tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.evaluate("document.querySelector('[data-square=d4]').focus()")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "d5, empty, Move")
    page.keyboard.press("Enter")
    expect(page.locator("#staged")).to_contain_text("Staged: Md4-d5")
    page.keyboard.press("Escape")
    expect(page.locator("#staged")).to_have_text("Your turn. Choose a piece.")


def test_a_turn_is_typed_with_and_without_script(browse, game, alice, boris):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.get_by_text("Type your turn").click()
    page.locator("#text").fill("d4 d5")
    confirm(page, "Md4-d5")
    page = browse(boris, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    page.locator("#text").fill("d7 e7")
    confirm(page, "Pd7-e7")


def test_the_turn_of_the_opponent_appears_without_reloading(browse, game, boris):
    page = browse(boris)
    page.goto(game.get_absolute_url())
    expect(page.locator("#confirm")).to_have_count(0)
    play_turns(game, "Md4-d5")
    expect(page.locator("#confirm")).to_be_visible()
    expect(page).to_have_title("● Your turn: Mastery, Alice and Boris · " + page.title().split(" · ")[-1])
    stage(page, "Of4-f3", ruleset=MASTERY, position=game.position)
    confirm(page, "Of4-f3")


def test_a_staged_turn_is_kept_with_a_message_when_the_game_changes_meanwhile(page, game):
    stage(page, "Md4-d5", ruleset=MASTERY, position=game.position)
    play_turns(game, "Ma1-a2", "Me8-f8")
    expect(page.locator("#staged")).to_contain_text("The game has changed. You had entered Md4-d5")
    expect(page.locator("#text")).to_have_value("Md4-d5")


def test_a_staged_turn_stays_when_an_offer_comes_that_leaves_the_board_as_it_is(page, game):
    stage(page, "Md4-d5", ruleset=MASTERY, position=game.position)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    told = "Your Master on d4 will move to d5."
    expect(page.locator("#staged")).to_have_text(f"Staged: Md4-d5. {told} You’re offered a draw.")
    expect(page.locator("#text")).to_have_value("Md4-d5")
    expect(page.locator(".place[data-square=d5]")).to_have_attribute("data-label", "d5, Dark Master")
    page.locator("#undo").click()
    expect(page.locator("#staged")).to_have_text("Click where the Master on d4 goes.")
    click(page, "d5")
    confirm(page, "Md4-d5")
    expect(page.get_by_text("This declined your opponent’s draw offer.")).to_be_visible()


def test_zones_of_both_sides_can_be_switched_on(page):
    expect(page.locator(".zones > .zone")).to_have_count(0)
    page.get_by_role("button", name="Zones").click()
    expect(page.locator(".zones > .zone.first").first).to_be_visible()
    expect(page.locator(".zones > .zone.second").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Zones")).to_have_attribute("aria-pressed", "true")


def test_arrow_keys_step_through_the_turns(browse, game, carol):
    play_turns(game, "Md4-d5")
    page = browse(carol)
    page.goto(game.get_absolute_url())
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{game.get_absolute_url()}0/")
    press(page, "ArrowRight")
    expect(page.locator('.turns [aria-current="true"]')).to_have_text("Md4-d5")


COUNT_FOUR = "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {data: {waiting: 4}}))"
"""As the worker tells what came with a push message."""


def test_the_queue_is_walked_by_keys_and_counted_on_the_icon(browse, alice, boris):
    first, second = (GameFactory(first=alice, second=boris, control=clock.Days(days)) for days in (3, 5))
    page = browse(alice)
    page.add_init_script("navigator.setAppBadge = async (count) => { window.badge = count; }")
    page.goto("/")
    assert page.evaluate("badge") == 2
    press(page, "j")
    press(page, "j")
    press(page, "p")
    expect(page.locator(".game-list .tag")).to_have_text("pinned")
    assert Seat.objects.get(game=second, user=alice).pinned
    press(page, "n")
    expect(page).to_have_url(re.compile(f"{second.get_absolute_url()}$"))
    press(page, "s")
    expect(page).to_have_url(re.compile(f"{first.get_absolute_url()}$"))
    press(page, "z")
    expect(page).to_have_url(re.compile(f"{second.get_absolute_url()}$"))
    page.wait_for_load_state()
    assert page.evaluate("badge") == 1
    page.get_by_text("Type your turn").click()
    page.locator("#text").press("s")
    expect(page.locator("#text")).to_have_value("s")
    page.evaluate(COUNT_FOUR)
    expect(page).to_have_title(re.compile(r"^\(4\) "))

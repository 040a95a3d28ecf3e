"""The page of a game on every usual screen: all that is needed to play is in view, and nothing moves during a turn."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from engine.contract import Side
from games import play
from tests.browser.conftest import click, stage
from tests.factories import GameFactory, play_turns, set_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 720), (1366, 768), (1920, 1080)]
SMALL_PHONE = {"viewport": {"width": 360, "height": 640}}
WIDE = 56 * 16
"""Pixels from which on turns and chat stand beside the board."""
TAKEN = {
    "mastery": "3mm3/3p4/3o1p2/8/3M1o2/2O1p3/1PO5/M7 d M1O2P5/M1O2P3 - imperial,ross",
    "masters": "1hawgpca1s/ttttttttt1/10/10/10/10/10/10/10/10/TTTTTTTTT1/1HAWGPCA1S e -/- -/- -",
}
"""Positions with pieces off the board, which are shown beside the names."""
BOXES = """selectors => Object.fromEntries(selectors.flatMap(selector =>
  [...document.querySelectorAll(selector)].map((found, number) => {
    const {left, top, right, bottom} = found.getBoundingClientRect()
    return [`${selector} ${number}`, [left, top, right, bottom].map(Math.round)]
  })))"""


def find_boxes(page: Page, *selectors: str) -> dict[str, list[int]]:
    """Left, top, right and bottom of whatever there is of these, in pixels of the window."""
    found: dict[str, Any] = page.evaluate(BOXES, list(selectors))
    return found


def look(page: Page, *, width: int, height: int) -> list[str]:
    """What of the page is not where it should be."""
    needed = find_boxes(page, ".player", "#board svg", "#confirm")
    beside = find_boxes(page, ".turns-scroll", "#chat", "#say button") if width >= WIDE else {}
    faults = [
        f"{name} at {box}"
        for name, box in {**needed, **beside}.items()
        if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height
    ]
    if len(needed) != 4 or (width >= WIDE and len(beside) != 3):
        faults.append(f"something is missing: {[*needed, *beside]}")
    left, top, right, bottom = needed["#board svg 0"]
    files, ranks = (float(size) for size in page.locator("#board svg").get_attribute("viewBox").split()[2:])
    if abs((right - left) * ranks - (bottom - top) * files) > 3 * max(files, ranks):
        faults.append(f"the board has another ratio: {left, top, right, bottom}")
    if right - left > 901 or (width >= 1920 and max(right - left, bottom - top) < 895):
        faults.append(f"the board is {right - left} wide and {bottom - top} high")
    if width >= WIDE and find_boxes(page, "#end")["#end 0"][1] < height:
        faults.append("resigning is in view")
    if page.evaluate("document.documentElement.scrollWidth") > width:
        faults.append("it scrolls sideways")
    return faults


def test_all_that_is_needed_to_play_is_in_view_on_every_screen_for_every_game(browse, alice, boris):
    page, faults = browse(alice), []
    for ruleset in registry.all_rulesets():
        game = GameFactory(ruleset_slug=ruleset.slug, first=alice, second=boris)
        mine = Side(game.seats.get(user=alice).side)
        if game.side_to_move != mine:
            play_turns(game, game.position.legal_moves()[0])
        if ruleset.slug in TAKEN:
            set_up(game, TAKEN[ruleset.slug], ply=2)
        play.offers.propose(game.pk, "draw", side=mine.other)
        page.goto(game.get_absolute_url())
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{ruleset.slug} {width}x{height}: {fault}" for fault in look(page, width=width, height=height)]
    assert faults == []


MOVING = ("#board svg", ".player", ".steps > .button:not(.off)", "#confirm", "#undo", "#cancel", "#typing")
STILL = ("#board svg", ".player", ".steps")
BELOW = (".turns-scroll", "#chat")


MEETING = """([left, top, right, bottom]) => [...Array(40)].map((_, at) => {
    const [x, y] = [left + (right - left) * ((at % 8) + 0.5) / 8, top + (bottom - top) * (Math.floor(at / 8) + 0.5) / 5]
    return document.elementFromPoint(x, y)?.closest("#game :is(a, button, summary):not(#confirm)")?.textContent.trim()
  }).filter(Boolean)"""
"""What a click in that box would press, tried at forty points."""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 720)])
def test_nothing_that_accepts_or_leaves_stands_where_confirm_stood(browse, alice, boris, width, height):
    """A player who presses Confirm twice, or while the page changes, agrees to nothing by it and stays on the page."""
    GameFactory(first=alice, second=boris)
    game = GameFactory(first=alice, second=boris)
    page = browse(alice, viewport={"width": width, "height": height})
    page.goto(game.get_absolute_url())
    confirm = find_boxes(page, "#confirm")["#confirm 0"]

    def find_meeting(*, opened: bool = True) -> list[str]:
        expect(page.locator("#offers")).to_be_visible()
        found = page.evaluate(MEETING, confirm)
        if not opened:
            return found
        page.evaluate("document.querySelectorAll('#offers details').forEach(one => one.open = true)")
        return [*found, *page.evaluate(MEETING, confirm)]

    play.offers.propose(game.pk, "cancel", side=Side.SECOND)
    page.reload()
    assert find_meeting() == [], "at one's own turn"
    play_turns(game, "Md1-c1")
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    page.reload()
    expect(page.get_by_role("link", name="Next game")).to_be_visible()
    assert find_meeting() == [], "after it"
    play.resign(game.pk, side=Side.SECOND)
    page.reload()
    expect(page.get_by_role("heading", name="You won")).to_be_visible()
    assert find_meeting(opened=False) == [], "after the end, whose card stands at the top"
    chat = find_boxes(page, ".said")[".said 0"]
    assert chat[3] - chat[1] >= 60, "the chat keeps a few lines beside the rematch"
    play.offers.propose(game.pk, "rematch", side=Side.SECOND)
    page.reload()
    assert find_meeting(opened=False) == [], "when a rematch is offered"


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 720)])
def test_nothing_moves_during_a_whole_turn(browse, alice, boris, width, height):
    """From the first click to the opponent's answer, by way of choices, refusals, news and a look back."""
    game = GameFactory(ruleset_slug="master", first=alice, second=boris)
    mover = game.seats.get(side=game.side_to_move).user
    page = browse(mover, viewport={"width": width, "height": height})
    page.goto(game.get_absolute_url())
    page.locator('#board [role="group"]').wait_for()
    places = {selector: find_boxes(page, selector) for selector in (*MOVING, *STILL, *BELOW)}

    def compare(*selectors: str, after: str) -> None:
        assert page.evaluate("scrollY") == 0, after
        found = {selector: find_boxes(page, selector) for selector in selectors}
        assert found == {selector: places[selector] for selector in selectors}, after

    turning = next(move for move in game.position.legal_moves() if "=" in move)
    for name, tokens in game.ruleset.steps(turning):
        for token in tokens:
            click(page, token, label=f"{game.ruleset.step_labels[name]}: {game.ruleset.step_labels.get(token, token)}")
            compare(*MOVING, after=f"the click on {token}")
    expect(page.locator("#text")).to_have_value(turning)
    compare(*MOVING, after="staging")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Type your turn").click()
    page.locator("#text").fill("a1-a9, which is a long way to go for a piece of any kind")
    compare(*MOVING, after="typing")
    page.evaluate("document.getElementById('turn').requestSubmit()")
    expect(page.locator("#refusal")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    compare(*MOVING, after="the refusal")
    move = game.position.legal_moves()[0]
    page.locator("#text").fill(move)
    compare(*MOVING, after="going on")
    page.evaluate("document.getElementById('turn').requestSubmit()")
    expect(page.get_by_text(f"You have played {move}.")).to_be_visible()
    compare(*STILL, *BELOW, after="the turn")
    page.get_by_role("link", name="Previous turn").click()
    expect(page.get_by_text("At the start.")).to_be_visible()
    compare(*STILL, after="a step back")
    page.get_by_role("link", name="Back to the current position").click()
    game.refresh_from_db()
    play.offers.propose(game.pk, "draw", side=Side(game.side_to_move))
    play_turns(game, game.position.legal_moves()[0])
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#offers")).to_be_attached()
    compare(*STILL, "#confirm", "#undo", "#cancel", after="the opponent's turn, and an offer")


def test_a_phone_shows_the_end_of_a_game_in_full(browse, alice, boris):
    game = GameFactory(ruleset_slug="masters", first=alice, second=boris)
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    page.evaluate("document.querySelector('form[action$=\"/resign/\"]').requestSubmit()")
    expect(page.get_by_text("You have resigned.")).to_be_visible()
    cut = page.locator("#status").evaluate("status => status.scrollHeight - status.clientHeight")
    assert cut <= 0


def test_the_list_of_turns_shows_the_current_one_by_the_page_s_number(browse, alice, boris):
    ruleset = registry.get("mastery")
    position, turns = ruleset.start(), []
    for number in range(60):
        quiet = [move for move in position.legal_moves() if ruleset.is_quiet(move) and move.startswith("M")]
        turns.append(quiet[number * 7 % len(quiet)])
        position = position.play(turns[-1])
    game = GameFactory(first=alice, second=boris, turns=turns)
    page = browse(alice, viewport={"width": 1280, "height": 720})
    for ply in (19, 42, 60):
        page.goto(f"{game.get_absolute_url()}{ply}/")
        expect(page.get_by_text(f"After turn {ply} of 60.")).to_be_visible()
        current = page.locator('.turns [aria-current="true"]')
        expect(current).to_have_text(turns[ply - 1])
        assert current.locator("xpath=..").get_attribute("value") == str(ply)
        (row, box) = find_boxes(page, '.turns [aria-current="true"]', ".turns-scroll").values()
        assert box[1] <= row[1] <= row[3] <= box[3], "it is scrolled into view within its box"
        assert page.evaluate("scrollY") == 0


def test_with_one_click_a_turn_is_played_without_confirm(browse, alice, boris):
    alice.one_click = True
    alice.save()
    game = set_up(GameFactory(first=alice, second=boris), TAKEN["mastery"])
    page = browse(alice)
    page.goto(game.get_absolute_url())
    click(page, "d4")
    click(page, "d5")
    expect(page.get_by_text("You have played Md4-d5.")).to_be_visible()
    assert game.turns.get().text == "Md4-d5"


@pytest.mark.parametrize("number", [0, 1])
def test_a_small_phone_shows_board_clocks_and_confirm_at_once(browse, alice, boris, number):
    game = set_up(GameFactory(first=alice, second=boris), TAKEN["mastery"])
    if number:
        play_turns(game, "Md4-d5")
    page = browse((alice, boris)[number], **SMALL_PHONE)
    page.goto(game.get_absolute_url())
    for part in (*page.locator(".player").all(), page.locator("#board"), page.locator("#confirm")):
        expect(part).to_be_in_viewport(ratio=1)
    move = game.position.legal_moves()[0]
    confirm_at = page.locator("#confirm").bounding_box()
    stage(page, move, ruleset=registry.get("mastery"), position=game.position)
    assert page.locator("#confirm").bounding_box() == confirm_at
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_every_board_fits_a_small_phone_however_tall(browse, alice, boris, slug):
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    if slug in TAKEN:
        set_up(game, TAKEN[slug], ply=2)
    page = browse(game.seats.get(side=game.side_to_move).user, **SMALL_PHONE)
    page.goto(game.get_absolute_url())
    bottom = max(part.bounding_box()["y"] + part.bounding_box()["height"] for part in page.locator(".player").all())
    assert bottom <= page.locator(".action").bounding_box()["y"] + 1
    for part in (*page.locator(".player").all(), page.locator("#board"), page.locator("#confirm")):
        expect(part).to_be_in_viewport(ratio=1)

"""A turn of Masters by clicks: its parts in any order, undone click by click, seen on the board while staged."""

import pytest
from playwright.sync_api import expect

from engine import registry
from tests.browser.conftest import click, confirm, stage
from tests.factories import GameFactory, set_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

MASTERS = registry.get("masters")
EVERYTHING = "4g5/T3w5/4p5/10/10/10/10/1st7/10/3G3W2/1P8/10 e -/- -/- H"
"""An offer is open, the sentinel on b5 can be claimed, and the scout on a11 is about to promote."""


@pytest.fixture
def game(alice, boris):
    return set_up(GameFactory(ruleset_slug="masters", first=alice, second=boris), EVERYTHING, ply=2)


@pytest.fixture
def page(browse, game, alice):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    return page


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("w+,*b5,a11-a12=D", (0, 1, 2, 3)),
        ("w+,*b5,a11-a12=D", (2, 3, 1, 0)),
        ("w+,*b5,a11-a12=D", (1, 2, 0, 3)),
        ("w-,*b5", (0, 1)),
        ("w-,*b5", (1, 0)),
        ("w-,*b5,Sb5-b8", (2, 1, 0)),
        ("w+,Wh3-g5", (1, 0)),
        ("w-,*c5,Pb2-c2", (2, 1, 0)),
        ("w-,*c5,Pb2-c2", (1, 2, 0)),
    ],
)
def test_the_parts_of_a_turn_in_any_order(page, game, move, order):
    stage(page, move, ruleset=MASTERS, position=game.position, order=order)
    confirm(page, move)


def test_undo_takes_back_the_last_click_alone(page):
    for token, label in (("w+", "Accept"), ("b5", ""), ("a11", ""), ("a12", ""), ("=D", "Dragon")):
        click(page, token, label=label)
    expect(page.locator("#text")).to_have_value("w+,*b5,a11-a12=D")
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.click()
    expect(page.locator("#text")).to_have_value("")
    click(page, "=A", label="Archer")
    expect(page.locator("#text")).to_have_value("w+,*b5,a11-a12=A")
    for _ in range(3):
        undo.click()
    expect(page.locator("#text")).to_have_value("w+,*b5")


def test_claimable_pieces_are_ringed_while_claiming(page):
    click(page, "w-", label="Decline")
    ring = page.locator(".targets .target.claim")
    expect(ring).to_have_count(2)  # b5 as things stand, c5 for a puppeteer who moves first
    assert ring.first.evaluate("ring => getComputedStyle(ring).strokeDasharray") != "none"


def test_what_can_be_claimed_is_ringed_before_the_first_click_and_claimed_by_its_button(page):
    expect(page.locator(".targets .target")).to_have_count(2)
    words = "Your turn. Choose a piece. Answer your witch’s offer. You may claim a ringed piece."
    expect(page.locator("#staged")).to_have_text(words)
    click(page, "w-", label="Decline")
    claim = page.get_by_role("button", name="Claim", exact=True)
    claim.click()
    expect(claim).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#staged")).to_have_text("You may claim a ringed piece.")
    click(page, "b5")
    expect(page.locator("#text")).to_have_value("w-,*b5")
    expect(claim).to_have_count(0)


def test_the_effects_of_a_staged_turn_are_described(page, game):
    set_up(game, EVERYTHING.replace("-/- -/- H", "b5/- -/- -"), ply=2)
    page.reload()
    stage(page, "Pb2-a3", ruleset=MASTERS, position=game.position)
    expect(page.locator("#staged")).to_contain_text("Your Puppeteer will no longer hold Frost’s Sentinel on b5.")


def test_a_click_that_would_break_a_claim_says_so_and_lets_it_stand(page, game):
    set_up(game, "4g5/T3w5/4p5/10/10/10/10/1s8/10/1T1G3W2/1P8/10 e -/- -/- -", ply=2)
    page.reload()
    click(page, "d3")
    click(page, "d4")
    click(page, "b5")
    expect(page.locator("#staged")).to_contain_text("does not see b5")
    expect(page.locator("#text")).to_have_value("Gd3-d4")


def test_a_piece_is_claimed_and_moved_by_two_clicks_that_are_undone_one_by_one(page):
    for token, label in (("w-", "Decline"), ("b5", ""), ("b8", "")):
        click(page, token, label=label)
    expect(page.locator("#text")).to_have_value("w-,*b5,Sb5-b8")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#text")).to_have_value("w-,*b5")
    expect(page.locator("#staged")).to_contain_text("You may move a piece, too.")


def test_a_claim_is_seen_with_its_halo_while_it_is_staged_and_without_one_afterwards(page):
    halo = page.locator("#board .pieces [stroke-dasharray]")
    before = halo.count()
    for token, label in (("w-", "Decline"), ("b5", "")):
        click(page, token, label=label)
    sentinel = page.locator('#board [data-square="b5"]')
    expect(sentinel).to_have_attribute("data-label", "b5, Frost Sentinel (held by the enemy)")
    expect(halo).to_have_count(1)
    confirm(page, "w-,*b5")
    expect(sentinel).to_have_attribute("data-label", "b5, Frost Sentinel (held by the enemy)")
    expect(halo).to_have_count(0)
    assert before == 1  # the plate of the open offer


def test_a_choice_is_offered_once_it_matters(page):
    promotions = page.locator("#tokens").get_by_role("button", name="Promotion")
    click(page, "w+", label="Accept")
    click(page, "b5")
    expect(promotions).to_have_count(0)
    click(page, "a11")
    click(page, "a12")
    expect(promotions).to_have_count(4)


def test_cancel_clears_everything(page):
    for token, label in (("w+", "Accept"), ("b5", "")):
        click(page, token, label=label)
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(page.locator("#text")).to_have_value("")
    expect(page.locator(".target:not(.claim)")).to_have_count(0)
    expect(page.locator(".target.clicked")).to_have_count(0)
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_disabled()

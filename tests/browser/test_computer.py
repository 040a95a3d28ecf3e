"""A stranger plays the computer, from the first click to the end of the game. After they sign up the game is theirs,
and the computer analyses it. The test is the worker that thinks.
"""

from functools import partial
from random import Random

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from playwright.sync_api import expect

from accounts.models import User
from computers import reviewing, thinking, waking
from engine.search.analysing import judge
from games.models import Game, Seat

FEW = 40
"""Nodes for a position of an analysis."""
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _no_other_worker(monkeypatch):
    choose = thinking.playing.choose
    monkeypatch.setattr(waking, "wake", lambda *ids: None)
    monkeypatch.setattr(waking, "wake_reviewer", lambda: None)
    monkeypatch.setattr(reviewing, "judge", partial(judge, nodes=FEW))
    monkeypatch.setattr(thinking.playing, "choose", lambda *a, **more: choose(*a, **{**more, "seed": 1}))
    monkeypatch.setattr("computers.starting.CHANCE", Random(1))


@pytest.mark.late
def test_a_stranger_plays_the_computer_to_the_end_and_keeps_the_game(browse):
    page = browse()
    page.goto("/")
    page.get_by_role("button", name="Play the computer at Mastery").click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    guest = User.objects.get(kind=User.Kind.GUEST)
    side, rng = game.seats.get(user=guest).side, Random(2)
    expect(page.get_by_text("You’re playing as a guest.")).to_be_visible()
    while True:
        if not game.is_over and game.side_to_move != side:
            expect(page.get_by_text("The computer is thinking.")).to_be_visible()
            thinking.think(game.pk)
            game.refresh_from_db()
        if game.is_over:
            break
        expect(page.get_by_text("Your turn.")).to_be_visible()  # by itself: nothing loads the page anew
        turn = rng.choice(game.position.legal_moves())
        page.locator("#text").evaluate("(field, turn) => { field.value = turn; field.form.submit(); }", turn)
        expect(page.get_by_text(f"You have played {turn}.")).to_be_visible()
        game.refresh_from_db()
    expect(page.get_by_text("Play again?")).to_be_visible()

    page.locator(".guest").get_by_role("link", name="Sign up", exact=True).click()
    page.locator("[name=username]").fill("Dora")
    page.locator("[name=email]").fill("dora@example.org")
    page.locator("[name=password1]").fill("correct-horse-battery-staple")
    page.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    page.goto(f"/account/confirm-email/{EmailConfirmationHMAC(EmailAddress.objects.get()).key}/")
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.wait_for_url(f"**{game.get_absolute_url()}")
    expect(page.get_by_text("Your game against the computer is now kept on your account.")).to_be_visible()
    assert Seat.objects.get(game=game, side=side).user.username == "Dora"
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()
    look_back(page, game)


def look_back(page, game: Game) -> None:
    """Sign-up has asked for the analysis, and it comes by itself once it is there; a better line is played on the
    board, turn by turn."""
    page.get_by_role("link", name="Analyse", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    reviewing.review_waiting()
    better = page.locator(".swings li p:nth-child(2) a").first
    expect(better).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.locator("svg.graph polyline")).to_be_attached()
    before = page.locator("#review svg.board").inner_html()
    turn = better.inner_text()
    better.click()
    expect(page.locator(".better-line [aria-current]")).to_have_text(turn)
    assert page.locator("#review svg.board").inner_html() != before
    page.locator(".better-line").get_by_role("link", name="Back to the game").click()
    page.get_by_text("All turns as a table").click()
    expect(page.locator(".table tbody tr")).to_have_count(game.ply + 1)
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".table td.notation").first.evaluate("cell => cell.textContent = '~Pf4xd6+Ph7'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360, "its longest turns fit on a telephone"

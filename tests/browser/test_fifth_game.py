"""Adding a game is one folder dropped in: rules, pieces, the page of its rules, a lesson."""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from games.models import Game
from notifications.delivery import outbox
from tests.browser.conftest import click, confirm, stage
from tests.games.engine import test_golden
from tests.games.engine.dropping import CROSSING, drop_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

GOLDEN = CROSSING.parent / "golden-first-across.txt"


@pytest.fixture
def crossing(settings):
    """The ruleset, once its folder lies where the site looks: nothing else is told of it."""
    engine, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], CROSSING.parent]}, *others]
    with drop_in(CROSSING) as ruleset:
        yield ruleset


@pytest.fixture
def mails(settings):
    """What leaves by mail once it is due."""
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    def deliver():
        mail.outbox.clear()
        outbox.deliver_due()
        return mail.outbox

    return deliver


def test_its_golden_game_is_replayed(crossing):
    text = GOLDEN.read_text()
    assert test_golden.record(*test_golden.read(text)) == text


def test_two_browsers_play_it_to_the_end_with_a_picture_in_the_mail(crossing, browse, mails, alice, boris):
    players = [browse(alice), browse(boris)]
    challenge(players[0])
    players[1].goto("/challenges/")
    players[1].get_by_role("link", name="Crossing from Alice").click()
    players[1].get_by_role("button", name="Accept and play").click()
    expect(players[1].locator("#board")).to_be_visible()
    address = Game.objects.get().get_absolute_url()
    players[0].goto(address)
    _, _, turns = test_golden.read(GOLDEN.read_text())
    position = crossing.start()
    for turn in turns:
        page = players[position.turn]
        expect(page.locator("#confirm")).to_be_visible()  # the other's turn came without reloading
        stage(page, turn, ruleset=crossing, position=position)
        confirm(page, turn)
        position = position.play(turn)
        sent = mails()
        assert any(turn in message.body for message in sent)
        assert all(has_picture(message) for message in sent if turn in message.body)
    for page in players:
        page.goto(address)
        expect(page.get_by_text("(Jade) let a stone cross the board.").first).to_be_visible()


def challenge(page):
    page.goto("/rules/")
    page.get_by_role("link", name="Crossing", exact=True).click()
    page.get_by_role("link", name="Challenge somebody to Crossing").click()
    page.get_by_text("More options").click()
    page.locator("[name=side][value=first]").check()
    page.get_by_role("button", name="Send challenge").click()
    expect(page.get_by_role("heading", name="Your challenge")).to_be_visible()


def has_picture(message):
    parts = message.message().walk()
    return any(
        part.get_content_type() == "image/png" and part.get_payload(decode=True)[:4] == b"\x89PNG" for part in parts
    )


def test_its_rules_page_and_practice_board_are_there(crossing, browse, db):
    page = browse()
    page.goto("/rules/crossing/")
    expect(page.get_by_text("A stone goes straight ahead and takes diagonally ahead.")).to_be_visible()
    expect(page.get_by_role("button", name="Play the computer at Crossing")).to_be_visible()
    expect(page.locator("figure path[d='M50 14 88 82H12Z']")).to_have_count(1)  # its own drawing of Jade's stone
    page.get_by_role("link", name="Try it on a practice board").click()
    click(page, "b1")
    click(page, "b2")
    expect(page.get_by_text("Jade to move.")).to_be_visible()


def test_its_lesson_is_solved(crossing, browse, db):
    page = browse()
    page.goto("/rules/crossing/")
    page.get_by_role("link", name="Learn it by playing").click()
    click(page, "a3")
    click(page, "a4")
    expect(page.get_by_text("Your stone has crossed.")).to_be_visible()
    page.get_by_role("button", name="Play the computer at Crossing").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/"))
    assert Game.objects.get().ruleset_slug == "crossing"

"""The session ends while somebody writes: a message says so, and only they find their text after the log-in."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from analysis import trees
from analysis.models import GameNote, Node, Tree
from games.models import ConditionalLine
from tests.factories import GameFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a quiet evening with a board"
SAID = "You were logged out."


@pytest.fixture
def game(alice, boris):
    for player in (alice, boris):
        player.set_password(PASSWORD)
        player.save()
    return GameFactory(first=alice, second=boris, turns=["Md1-c1"])


def end_session(page: Page) -> None:
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)


def log_in(page: Page, name: str) -> None:
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("#log-out")).to_be_attached()


def log_in_beside(page: Page, name: str) -> Page:
    """By the link of the message, which opens another tab."""
    with page.expect_popup() as opened:
        page.locator("#session-ended a").click()
    log_in(opened.value, name)
    return opened.value


def test_a_note_is_given_back_in_the_same_tab_and_saved_from_there(browse, alice, game):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.locator("#note").fill("He plays fast.\nI wait.")
    end_session(page)
    page.get_by_role("button", name="Save notes").click()
    log_in(page, "Alice")
    expect(page.locator("#kept textarea")).to_have_value("He plays fast.\nI wait.")
    page.locator("#kept").get_by_role("button", name="Send it now").click()
    expect(page.locator("#note")).to_have_value("He plays fast.\nI wait.")
    assert GameNote.objects.get().text == "He plays fast.\nI wait."
    expect(page.locator("#kept")).to_have_count(0)


def test_another_account_that_logs_in_there_gets_nothing(browse, alice, game):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.locator("#note").fill("He plays fast.")
    end_session(page)
    page.get_by_role("button", name="Save notes").click()
    log_in(page, "Boris")
    expect(page.locator("#note")).to_have_value("")
    assert "He plays fast." not in page.content()
    end_session(page)
    page.goto(f"/account/login/?next={game.get_absolute_url()}")
    log_in(page, "Alice")
    expect(page.locator("#kept input[name=note]")).to_have_value("He plays fast.")


def test_a_tab_that_stood_open_over_a_log_in_gives_its_comment_to_the_page(browse, alice, game):
    tree = trees.open_game(alice, game)
    page = browse(alice)
    page.goto(f"{tree.get_absolute_url()}?at=-1")
    page.locator("#comment").fill("Because of the file.")
    end_session(page)
    other = page.context.new_page()
    other.goto("/account/login/")
    log_in(other, "Alice")
    page.get_by_role("button", name="Save comment").click()
    expect(page.get_by_role("heading", name="You logged in again meanwhile")).to_be_visible()
    expect(page.get_by_text("Because of the file.")).to_be_visible()
    page.get_by_role("link", name="Open the page again").click()
    expect(page.locator("#kept [name=comment]")).to_have_value("Because of the file.")
    page.locator("#kept").get_by_role("button", name="Send it now").click()
    expect(page.locator("#comment")).to_have_value("Because of the file.")
    assert list(Node.objects.exclude(comment="").values_list("comment", flat=True)) == ["Because of the file."]


def test_a_comment_that_a_script_sends_stays_and_waits_in_the_tab_of_the_log_in(browse, alice, game):
    tree = trees.open_game(alice, game)
    page = browse(alice)
    page.goto(f"{tree.get_absolute_url()}?at=-1")
    page.locator("#comment").fill("Because of the file.")
    end_session(page)
    page.get_by_role("button", name="Save comment").click()
    expect(page.locator("#session-ended")).to_contain_text(SAID)
    assert "Check your connection" not in page.inner_text("body")
    expect(page.locator("#comment")).to_have_value("Because of the file.")
    beside = log_in_beside(page, "Alice")
    expect(beside.locator("#kept [name=comment]")).to_have_value("Because of the file.")
    assert Tree.objects.count() == 1


def test_a_conditional_line_is_given_back_as_far_as_it_was_entered(browse, boris, game):
    page = browse(boris)
    page.goto(f"{game.get_absolute_url()}ahead/")
    position, line = game.position, []
    for _ in range(3):
        line.append(position.legal_moves()[0])
        position = position.play(line[-1])
    page.locator("#typing summary").click()
    for number, turn in enumerate(line):
        if number == 2:
            end_session(page)
        page.locator("#text").fill(turn)
        page.locator("#text").press("Enter")
        if number < 2:
            expect(page.locator("#planned")).to_contain_text(turn)
            page.locator("#typing:not([open]) summary").or_(page.locator("#text")).first.click()
    expect(page.locator("#session-ended")).to_contain_text(SAID)
    assert "Check your connection" not in page.inner_text("body")
    beside = log_in_beside(page, "Boris")
    expect(beside.locator("#kept [name=turns]")).to_have_value("; ".join(line[:2]))
    expect(beside.locator("#kept [name=text]")).to_have_value(line[2])
    beside.locator("#kept").get_by_role("button", name="Send it now").click()
    expect(beside.locator("#planned")).to_contain_text(line[2])
    assert not ConditionalLine.objects.exists()


def test_a_message_stays_in_its_field_and_stands_in_the_tab_of_the_log_in(browse, alice, game):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.locator("#message").fill("Good move!")
    end_session(page)
    page.locator("#say button").click()
    expect(page.locator("#chat-refusal")).to_contain_text(SAID)
    expect(page.locator("#message")).to_have_value("Good move!")
    beside = log_in_beside(page, "Alice")
    expect(beside.locator("#message")).to_have_value("Good move!")


def test_a_page_that_asks_for_news_says_it_and_leaves_what_is_being_written(browse, alice, game):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.locator("#note").fill("He plays fast.")
    end_session(page)
    expect(page.locator("#session-ended")).to_contain_text(SAID, timeout=20_000)
    expect(page.locator("#note")).to_have_value("He plays fast.")

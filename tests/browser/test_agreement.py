"""Chat, offers and lines of turns planned ahead in the browser: made, written and answered beside the board."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from accounts.limiting.limits import ACTIONS
from engine.contract import Side
from games import chat, play
from games.play.offers import registry
from notifications.delivery import outbox
from tests.browser.conftest import click, confirm, stage
from tests.factories import GameFactory, play_turns
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
DARK, LIGHT = Side.FIRST, Side.SECOND
MOST_MESSAGES = ACTIONS["message"].limits[0].most


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=("Md1-c1", "Mc8-b8"))


def test_messages_are_sent_and_come_in_while_a_turn_is_staged_and_another_is_being_written(browse, game, alice, boris):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    stage(page, "Pd4-d5", ruleset=game.ruleset, position=game.position)
    page.get_by_label("Your message").fill("Good morning!")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said .mine .text")).to_have_text("Good morning!")
    expect(page.get_by_label("Your message")).to_have_value("")
    expect(page.locator("#staged")).to_contain_text("Staged: Pd4-d5")
    page.get_by_label("Your message").press_sequentially("How are y")
    chat.send(boris, game_id=game.pk, text="Good morning to you")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#chat-new")).to_have_text("1 new")
    expect(page.locator(".said")).to_contain_text("Good morning to you")
    page.keyboard.type("ou?")
    expect(page.get_by_label("Your message")).to_have_value("How are you?")
    expect(page.locator("#staged")).to_contain_text("Staged: Pd4-d5")


def test_a_message_that_is_being_written_outlasts_a_turn_of_the_opponent(browse, game, boris):
    page = browse(boris)
    page.goto(game.get_absolute_url())
    page.get_by_label("Your message").press_sequentially("Well ")
    play_turns(game, "Mc1-d1")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.type("played")
    expect(page.get_by_label("Your message")).to_have_value("Well played")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".said .mine .text")).to_have_text("Well played")


def test_a_remark_that_is_being_written_outlasts_an_offer_and_is_sealed_with_its_turn(browse, game, alice):
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    stage(page, "Pd4-d5", ruleset=game.ruleset, position=game.position)
    place = page.evaluate("document.getElementById('confirm').offsetTop")
    page.locator("#sealing summary").click()
    expect(page.locator("#remark-now")).to_be_focused()  # and so in view
    page.locator("#remark-now").fill("I only want the file")
    assert page.evaluate("document.getElementById('confirm').offsetTop") == place
    play.offers.propose(game.pk, "more_time", side=LIGHT, days=3)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#offers")).to_contain_text("offers more time")
    expect(page.locator("#remark-now")).to_be_visible()
    expect(page.locator("#remark-now")).to_have_value("I only want the file")
    assert find_faults(page) == []
    confirm(page, "Pd4-d5")
    expect(page.locator("#remark")).to_have_value("I only want the file")


def test_a_message_after_the_end_comes_in_without_reloading(browse, game, alice, boris):
    play.resign(game.pk, side=DARK)
    page = browse(alice)
    page.goto(game.get_absolute_url())
    chat.send(boris, game_id=game.pk, text="Thank you for the game")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(".said")).to_contain_text("Thank you for the game")


def test_a_message_that_is_refused_stays_in_its_field(browse, game, alice):
    for number in range(MOST_MESSAGES):
        chat.send(alice, game_id=game.pk, text=str(number))
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.get_by_label("Your message").fill("One more")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-refusal")).to_contain_text("You can go on ")
    expect(page.get_by_label("Your message")).to_have_value("One more")


def test_older_messages_open_without_losing_what_is_staged(browse, game, alice, boris):
    for number in range(50):
        chat.send((alice, boris)[number % 3 > 1], game_id=game.pk, text=f"Number {number}.", now=_later(game, number))
    page = browse(alice)
    page.goto(game.get_absolute_url())
    stage(page, "Pd4-d5", ruleset=game.ruleset, position=game.position)
    page.get_by_role("link", name="Older messages").click()
    expect(page.locator(".said")).to_contain_text("Number 3.")
    page.get_by_role("link", name="Newest messages").click()
    expect(page.locator(".said")).to_contain_text("Number 49.")
    expect(page.locator("#staged")).to_contain_text("Staged: Pd4-d5")


def _later(game, number):
    return game.started_at + number * timedelta(minutes=1)


def test_a_takeback_is_asked_for_and_agreed_to_by_two_clicks_each(browse, game, alice, boris):
    play_turns(game, "Mc1-d1")
    asks, answers = browse(alice), browse(boris)
    for page in (asks, answers):
        page.goto(game.get_absolute_url())
    asks.get_by_text("Ask to take your turn back…").click()
    asks.get_by_role("button", name="Ask to take your turn back").click()
    expect(asks.locator("#offers")).to_contain_text("You asked to take your turn back.")
    answers.evaluate("dispatchEvent(new Event('focus'))")
    expect(answers.locator("#staged")).to_contain_text("You’re asked for a takeback.")
    answers.get_by_text("Accept…").click()
    answers.get_by_role("button", name="Accept", exact=True).click()
    expect(answers.get_by_text("Your opponent’s turn has been taken back.")).to_be_visible()
    asks.evaluate("dispatchEvent(new Event('focus'))")
    expect(asks.locator("#confirm")).to_be_visible()


def test_no_news_of_an_offer_pushes_confirm_down_on_a_small_phone(browse, game, alice):
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    place = page.locator("#confirm").bounding_box()
    for sentence in (*(kind.beside_turn for kind in registry.OFFERS.all()), "40 new messages."):
        page.evaluate("words => { document.getElementById('staged').textContent = words }", f"Your turn. {sentence}")
        assert page.locator("#confirm").bounding_box() == place, sentence


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_wrong_with_the_looks_of_offers_and_chat(browse, game, alice, boris, width):
    play.offers.propose(game.pk, "more_time", side=LIGHT, days=3)
    play.offers.propose(game.pk, "pause", side=DARK, until=game.started_at + 20 * (game.deadline_at - game.started_at))
    chat.send(boris, game_id=game.pk, text="W" * 300)
    chat.send(alice, game_id=game.pk, text="Good luck!")
    page = browse(alice, viewport={"width": width, "height": 800})
    page.goto(game.get_absolute_url())
    assert find_faults(page) == []


ROUND = ["Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8"]


def plan(page, game, turns: list[str]) -> None:
    """Enters a line from the page of the game, each turn by two clicks on the board, and arms it."""
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Plan a turn ahead").click()
    position = game.position
    for number, turn in enumerate(turns, 1):
        for _, tokens in game.ruleset.steps(turn):
            for token in tokens:
                click(page, token)
        expect(page.locator('input[name="turns"]').first).to_have_value("; ".join(turns[:number]))
        position = position.play(turn)
    page.get_by_role("button", name="Save the line").click()
    expect(page.locator("#ahead")).to_contain_text(f"then {turns[-1]} Saved.")


def test_a_chain_of_six_plies_runs_while_one_player_sleeps_and_is_read_in_one_email(browse, alice, boris, settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    game, turns = GameFactory(first=alice, second=boris), (ROUND * 2)[:7]
    asleep = browse(boris)
    plan(asleep, game, turns[:6])
    assert find_faults(asleep) == []
    asleep.close()
    page = browse(alice)
    plan(page, game, turns)
    stage(page, turns[0], ruleset=game.ruleset, position=game.position)
    confirm(page, turns[0])
    expect(page.locator(".turns [aria-current]")).to_have_text(turns[6])
    expect(page.locator("#ahead")).to_contain_text("Played to the end.")
    outbox.deliver_due(now=timezone.now() + timedelta(days=1))
    [told] = [each for each in mail.outbox if each.to == [boris.email]]
    for ply, turn in enumerate(turns, 1):
        assert f"{ply}. {'You' if ply % 2 == 0 else 'Alice'}: {turn}" in told.body

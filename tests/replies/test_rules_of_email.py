"""The page about playing by email names all that can be written, and its figures are the code's own."""

import re
from html import unescape

import pytest

from engine import registry as rulesets
from mastery_site.database import pruning
from notifications import reply_tokens
from replies.acting import registry
from replies.acting.tidying import split_number, tidy

PAGE = "/rules/email/"


@pytest.fixture
def read(client, db):
    return lambda page=PAGE: unescape(client.get(page).content.decode())


def test_each_command_is_named_and_each_example_is_read_as_one(read):
    shown = re.findall("<dt>(.*?)</dt>", read())
    examples = [tidy(split_number(text)[2]) for row in shown for text in re.findall("<code>(.*?)</code>", row)]
    found = {registry.find(line).name for line in examples}
    assert found == {command.name for command in registry.COMMANDS.all()}


def test_the_turn_of_the_example_can_be_played(read):
    turn = re.search("<p><code>(.*?)</code>", read())[1]
    assert turn in rulesets.get("mastery").start().legal_moves()


def test_its_figures_are_those_of_the_code(read):
    text = " ".join(re.sub("<[^>]*>", " ", read()).split())
    assert "You can play up to 200 turns in 1 hour." in text
    assert "Of each reply we keep for 90 days" in text
    assert "nothing can be done 2 times in a row" in text
    assert "why, for 30 days" in text
    assert pruning.KEEP_REPLIES == reply_tokens.KEPT


@pytest.mark.parametrize("page", ["/rules/", "/about/", "/settings/notifications/when/"])
def test_it_is_found_where_players_look(client, alice, read, page):
    client.force_login(alice)
    assert f'href="{PAGE}"' in read(page)


def test_where_the_site_takes_no_answers_it_says_so_and_the_rules_lead_nowhere(read, settings):
    settings.REPLY_ADDRESS = ""
    assert "This site doesn’t read replies to its emails." in read()
    assert f'href="{PAGE}"' not in read("/rules/")

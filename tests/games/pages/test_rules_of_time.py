"""The page about time tells in figures what the code does."""

import re

import pytest

from accounts.profile import balance
from games import outage_detection
from games.play import heartbeats, outage_credit
from games.play.offers.kinds import more_time, pause
from games.telling import tell_length
from games.terms import MOST_VACATION

PAGE = "/rules/time/"


@pytest.fixture
def words(client, db) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", client.get(PAGE).content.decode()).split())


def test_every_figure_is_the_code_s_own(words):
    for sentence in (
        f"gets {balance.FIRST.days} days once",
        f"a day more every {balance.EARNED_IN} days",
        f"up to {balance.MOST.days} days",
        f"1 to {MOST_VACATION} days (14 unless changed)",
        f"1 to {more_time.MOST_DAYS} days for the current turn",
        f"up to {pause.MOST_DAYS} days ahead",
        f"can’t be reached for {tell_length(heartbeats.LONGEST_SILENCE)} or longer",
        f"within {tell_length(outage_credit.SOON)} after it, gets at least {tell_length(outage_credit.AT_LEAST)}",
        f"at most {tell_length(outage_credit.MOST_BEYOND)} per game in {tell_length(outage_credit.BEYOND_IN)}",
        f"our emails fail for {tell_length(outage_detection.LONGEST_FAILING)}",
    ):
        assert sentence in words


@pytest.mark.parametrize("page", ["/rules/", "/challenges/new/", "/settings/vacation/"])
def test_it_is_found_where_it_matters(client, alice, page):
    client.force_login(alice)
    assert f'href="{PAGE}"' in client.get(page).content.decode()

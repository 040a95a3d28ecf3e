"""Sentences kept for later are code and arguments: they can be told in another language, and after an update."""

import json
from datetime import UTC, timedelta

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.words import done
from core import said
from games.play.offers.kinds import draw
from games.words import clocks, results
from games.words import done as of_games
from tests.rows import each_row

values = st.one_of(
    st.text(),
    st.integers(),
    st.dates(),
    st.timedeltas(min_value=timedelta(0)).map(lambda length: timedelta(seconds=length // timedelta(seconds=1))),
    st.datetimes(timezones=st.just(UTC)),
    st.lists(st.text()),
)


@given(values)
def test_every_kind_of_argument_comes_back_from_json(value):
    kept = json.loads(json.dumps(said.keep(done.NEW_NAME(name=value))))
    assert said.recall(kept).arguments == {"name": value}


def test_it_is_the_place_of_the_sentence_that_is_kept_and_no_words():
    kept = said.keep(clocks.LEAVING(what=clocks.VACATION_SET(name="Anna"), name="Anna", hours=12))
    assert kept == {
        "code": "games.words.clocks.LEAVING",
        "with": {
            "what": {"said": {"code": "games.words.clocks.VACATION_SET", "with": {"name": "Anna"}}},
            "name": "Anna",
            "hours": 12,
        },
    }
    assert str(said.recall(kept)) == "Anna set vacation, leaving Anna at least 12 hours"


def test_a_sentence_of_a_kind_has_its_place_in_the_file_of_the_kind():
    kept = said.keep(draw.kind.has_accepted())
    assert kept["code"] == "games.play.offers.kinds.draw.Draw.has_accepted"
    assert said.recall(kept) == draw.kind.has_accepted()


def test_one_that_stands_at_no_place_by_itself_is_kept_as_it_is_told():
    kept = said.keep(results.WITHOUT_WINNER["agreement"]())
    assert kept == {"text": "The game was drawn by agreement."}
    assert str(said.recall(kept)) == "The game was drawn by agreement."


@each_row(
    "place", ["", "os.path", "builtins.print", "games.words.done", "games.words.done.GONE", "django.conf.settings"]
)
def test_what_is_no_sentence_of_ours_is_not_found(place):
    with pytest.raises(said.UnknownSentence):
        said.recall({"code": place, "with": {}})


def test_a_message_for_the_next_page_waits_as_code_and_arguments(client, alice):
    client.force_login(alice)
    response = client.post(reverse("vacation_automatic"), {"on": "1"})
    (message,) = get_messages(response.wsgi_request)
    assert message.message in (of_games.AUTOMATIC_ON(), of_games.AUTOMATIC_OFF())
    page = client.get(response.url).content.decode()
    assert str(message.message) in page


def test_a_message_whose_sentence_an_update_took_away_is_left_out(client, alice, monkeypatch):
    monkeypatch.setattr(said, "place_of", lambda sentence: "games.words.done.TAKEN_AWAY")
    client.force_login(alice)
    response = client.post(reverse("vacation_automatic"), {"on": "1"})
    monkeypatch.undo()
    page = client.get(response.url)
    assert page.status_code == 200
    assert "Automatic vacation is on." not in page.content.decode()

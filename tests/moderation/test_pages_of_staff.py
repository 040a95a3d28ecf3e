"""What the pages of staff show first: the suggested action, the words that were reported, whom a signal is about."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from games import chat
from games.models import PlayerRating
from moderation.models import MessageTemplate
from moderation.signals import contract, ranking
from moderation.things import registry
from tests.factories import GameFactory
from tests.moderation.staff import make_report, open_as

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_report_shows_three_actions_of_which_the_suggested_is_first_and_the_others_under_more(mira, alice, boris):
    page = open_as(mira).get(reverse("moderation_report", args=[make_report(alice, about=boris).pk])).content.decode()
    shown, _, more = page.partition("more-actions")
    assert re.findall(r'action="/moderation/people/Boris/(\w+)/"', shown) == ["mute", "note", "warn"]
    assert "/moderation/people/Boris/suspend/" in more


def test_the_actions_stand_before_the_evidence(mira, alice, boris):
    """On a phone they are one below the other, in this order."""
    report = make_report(alice, about=boris)
    for address in (reverse("moderation_report", args=[report.pk]), reverse("moderation_person", args=["Boris"])):
        page = open_as(mira).get(address).content.decode()
        assert page.index('<div class="acts">') < page.index('<div class="evidence">')


def test_the_queue_shows_the_words_that_were_reported(mira, alice, boris):
    line = chat.send(boris, game_id=GameFactory(first=alice, second=boris).pk, text="You are a woodpusher")
    thing = registry.THINGS.find("message").find(alice, line.pk)
    make_report(alice, about=boris, thing=thing, text="He insults me.")
    page = open_as(mira).get(reverse("moderation")).content.decode()
    assert "You are a woodpusher" in page
    assert "He insults me." in page


def test_the_board_of_a_reported_game_keeps_its_columns(mira, alice, boris):
    game = GameFactory(first=alice, second=boris)
    report = make_report(alice, about=boris, thing=registry.THINGS.find("game").find(alice, game.pk), matter="help")
    page = open_as(mira).get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert '<pre class="text-board"> 8  . . m m m . . .\n' in page


def test_the_page_of_a_person_has_their_ratings(mira, boris):
    PlayerRating.objects.create(user=boris, ruleset_slug="mastery", rating=1612.4, games=7)
    page = open_as(mira).get(reverse("moderation_person", args=["Boris"])).content.decode()
    assert "<dt>Mastery</dt><dd>1612, 7 rated games</dd>" in page


def test_signals_are_grouped_by_person(alice, boris):
    def found(person, weight):
        row = contract.Found((person,), "3", 3.0, weight, timezone.now())
        return ranking.Ranked(None, row, weight)

    rows = [found(alice, 3), found(boris, 2), found(alice, 1)]
    assert ranking.group(rows) == [(alice, [rows[0], rows[2]]), (boris, [rows[1]])]


def test_the_messages_are_folded(mira):
    MessageTemplate.objects.create(title="Thanks", text="Thank you for telling us.")
    page = open_as(mira).get(reverse("moderation_messages")).content.decode()
    assert page.count('<details class="ready">') == MessageTemplate.objects.count()

"""A kind of notice is one file with its templates, a channel one folder: dropped in, the whole site knows them."""

import runpy
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.urls import URLResolver, reverse
from django.urls.resolvers import RegexPattern
from django.utils import timezone

from engine.contract import Side
from games import events, play
from notifications import registry, urls
from notifications.channels.feed import secret
from notifications.channels.inbox import unread
from notifications.models import ChannelState, Mode, Notice, Switch
from notifications.preferences import switches
from notifications.preferences.saving import save_preferences
from tests.dropping import drop_in
from tests.factories import GameFactory

FOLDER = Path(__file__).parent / "dropped_in"


@pytest.fixture(autouse=True)
def _templates(settings):
    engine, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], FOLDER / "templates"]}, *others]


@pytest.fixture
def result_seen():
    with drop_in(registry.KINDS, FOLDER / "kinds") as kinds:
        kind = kinds.get("result_seen")
        yield kind
        events.result_changed.disconnect(sys.modules[type(kind).__module__].on_result_changed)


@pytest.fixture
def pager():
    with drop_in(registry.CHANNELS, FOLDER / "channels") as channels:
        yield channels.get("pager")


def test_the_kind_is_announced_and_goes_out_by_email(result_seen, game, alice, deliver):
    play.resign(game.pk, side=Side.FIRST)
    sent = {message.to[0]: message for message in deliver() if "book" in message.subject}
    assert len(sent) == 2
    message = sent[alice.email]
    assert message.subject == "Your result against Boris is in the book"
    assert "The book of Mastery has it: http" in message.body
    assert "The book of Mastery has it</h1>" in message.alternatives[0].content
    assert "List-Unsubscribe" in message.extra_headers


def test_it_stands_in_the_inbox(result_seen, game, client, alice):
    play.resign(game.pk, side=Side.FIRST)
    assert unread.list_inbox(alice).filter(kind="result_seen").count() == 1
    client.force_login(alice)
    assert "The book has your result against Boris" in client.get(reverse("inbox")).content.decode()


def test_its_switches_stand_on_the_page_and_are_off_where_it_says_so(result_seen, client, alice):
    client.force_login(alice)
    page = client.get(reverse("notice_switches"))
    assert "A result was entered in the book, by email" in page.content.decode()
    form = page.context["form"]
    assert form["result_seen-email"].initial
    assert not form["result_seen-push"].initial


def test_it_goes_by_push_only_once_it_is_switched_on(result_seen, alice, boris, settings, pager):
    settings.VAPID_PRIVATE_KEY = "set"
    for user in (alice, boris):
        user.push_devices.create(endpoint=f"https://push.example/{user.pk}", name="Phone", added_at=timezone.now())
    switches.save_table(boris, {("result_seen", "push"): True})
    seen = "result_seen", "push"
    assert [switches.read_table(user)[seen] for user in (alice, boris)] == [False, True]
    play.resign(GameFactory(first=alice, second=boris).pk, side=Side.FIRST)
    told = Notice.objects.filter(kind="result_seen")
    assert set(told.filter(recipient=alice).values_list("channel", flat=True)) == {"email", "inbox"}
    assert set(told.filter(recipient=boris).values_list("channel", flat=True)) == {"email", "push", "inbox"}


def test_its_text_about_waiting_games_is_in_the_feed(result_seen, game, client, alice):
    page = client.get(reverse("feed_turns", args=[secret.renew(alice).token])).content.decode()
    assert "Alice&#x27;s book" in page or "Alice's book" in page


def test_the_carrier_of_a_channel_is_handed_its_rows(pager, game, deliver):
    play.resign(game.pk, side=Side.SECOND)
    deliver()
    assert ("Alice", "game_over", "Boris") in pager.sent
    assert {reader for reader, _, _ in pager.sent} == {"Alice"}, "it leads nowhere to Boris"
    sent = Notice.objects.filter(channel="pager", kind="game_over")
    assert list(sent.values_list("recipient__username", "state")) == [("Alice", "sent")]


@pytest.mark.parametrize("joins", [False, True])
def test_a_reader_who_wants_one_message_until_a_visit_gets_one_by_it_too(pager, alice, boris, deliver, joins):
    """Joined or not: without being told by name, the rule for turns that come together holds for it."""
    pager.joins_turns = joins
    save_preferences(alice, mode=Mode.ONCE)
    for _ in range(3):
        GameFactory(first=alice, second=boris)
    for minutes in (2, 4, 6):
        deliver(now=timezone.now() + timedelta(minutes=minutes))
    assert [kind for _, kind, _ in pager.sent] == ["your_turn"]
    by_it = Notice.objects.filter(recipient=alice, kind="your_turn", channel="pager")
    states = ["sent"] * 3 if joins else ["dropped", "dropped", "sent"]
    assert sorted(by_it.values_list("state", flat=True)) == states


def test_it_has_a_column_of_switches_and_says_how_it_fares(pager, client, alice, boris):
    for user, said in ((alice, "Nothing has been sent to you yet."), (boris, "No pigeon knows you.")):
        client.force_login(user)
        page = client.get(reverse("notice_switches")).content.decode()
        assert "It’s my turn, by pager" in page
        assert "<h3>Pager</h3>" in page
        assert said in page


def test_a_test_goes_by_it(pager, client, alice, deliver):
    client.force_login(alice)
    client.post(reverse("notice_test"), {"channel": "pager"})
    assert Notice.objects.get(kind="test").channel == "pager"


def test_while_it_is_broken_every_page_says_so_and_another_takes_its_place(pager, game, client, alice, deliver):
    switches.save_table(alice, {("game_over", "email"): False})
    pager.is_blocked = True
    play.resign(game.pk, side=Side.SECOND)
    deliver()
    state = ChannelState.objects.get(user=alice)
    assert (state.channel, state.reason) == ("pager", "The pigeon came back.")
    assert Notice.objects.filter(recipient=alice, kind="game_over").exclude(channel="pager").count() == 1
    client.force_login(alice)
    assert "Our pigeons do not reach you." in client.get(reverse("home")).content.decode()


def test_its_addresses_are_the_sites(pager):
    patterns = runpy.run_path(urls.__file__)["urlpatterns"]
    found = URLResolver(RegexPattern("^"), patterns).resolve("pager/")
    assert found.func(None).content == b"Coo."


def test_nothing_of_them_is_left_behind(game):
    assert registry.KINDS.find("result_seen") is None
    assert registry.CHANNELS.find("pager") is None
    play.resign(game.pk, side=Side.FIRST)
    assert not Notice.objects.filter(kind="result_seen").exists()
    assert mail.outbox == []


def test_no_column_lists_kinds_or_channels_so_that_a_new_one_needs_no_migration():
    columns = [field for model in (Notice, Switch, ChannelState) for field in model._meta.fields]
    named = [field for field in columns if field.name in ("kind", "channel")]
    assert len(named) == 5
    assert [field for field in named if field.choices] == []

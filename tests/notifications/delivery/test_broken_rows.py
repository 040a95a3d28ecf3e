"""A notice that cannot be judged, written or shown is put off and reported; others go out, and pages show the rest."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from notifications.channels.feed import secret
from notifications.channels.inbox import unread
from notifications.delivery import outbox
from notifications.models import ChannelState, Mode, Notice, Preferences
from notifications.preferences.saving import save_preferences
from notifications.routing import writing
from notifications.scheduling.digests import write_digests
from tests.administration import enter
from tests.factories import ChallengeFactory, GameFactory, UserFactory

BROKEN = [
    {"kind": "of_tomorrow"},
    {"payload": []},
    {"payload": 7},
    {"payload": {}},
    {"payload": {"game": "seven", "ply": 0, "turn_started_at": ""}},
    {"payload": {"game": [7]}},
    {"payload": {"game": "seven", "deadline": "tomorrow"}},
]


def tell(user, key: str = "test:1") -> Notice:
    writing.write(writing.make("test", key=key, recipient_id=user.pk))
    return Notice.objects.get(dedupe_key=key)


@pytest.fixture
def later():
    """After turns have waited to be told of."""
    return timezone.now() + timedelta(minutes=2)


@pytest.mark.parametrize("fields", BROKEN)
def test_a_mail_that_cannot_be_written_is_put_off_and_the_others_go_out(game, alice, carol, fields, later, caplog):
    broken = Notice.objects.get(kind="your_turn", channel="email")
    Notice.objects.filter(pk=broken.pk).update(**fields)
    tell(carol)
    outbox.deliver_due(now=later)
    assert [message.to for message in mail.outbox] == [[carol.email]]
    broken.refresh_from_db()
    assert (broken.state, broken.claim, broken.due_at > later) == ("waiting", "", True)
    assert broken.last_error
    assert f"Notice {broken.pk} was not sent" in caplog.text


@pytest.mark.parametrize("fields", BROKEN)
def test_a_mail_of_several_turns_of_which_one_cannot_be_written_is_put_off(alice, boris, deliver, fields, later):
    games = [GameFactory(first=alice, second=boris) for _ in range(3)]
    broken = Notice.objects.filter(kind="your_turn", channel="email").earliest("pk")
    Notice.objects.filter(pk=broken.pk).update(**fields)
    (message,) = deliver(now=later)
    assert [f"#{game.pk}" in message.body for game in games] == [False, True, True]
    broken.refresh_from_db()
    assert (broken.state, bool(broken.last_error)) == ("waiting", True)
    assert deliver(now=later + timedelta(seconds=1)) == []


def test_a_game_that_cannot_be_shown_leaves_the_other_turns_of_its_mail(alice, boris, deliver, later):
    broken, game = GameFactory(first=alice, second=boris), GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=broken.pk).update(position_text="nonsense")
    (message,) = deliver(now=later)
    assert f"#{game.pk}" in message.subject
    assert Notice.objects.open().filter(kind="your_turn", channel="email").get().payload["game"] == broken.pk


def test_a_channel_that_this_version_does_not_know_waits_for_one_that_does(alice, carol):
    notice = tell(alice)
    Notice.objects.filter(pk=notice.pk).update(channel="pager")
    tell(carol, "test:2")
    assert outbox.deliver_due() == 1
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == ("waiting", 1)
    assert "pager" in notice.last_error
    assert not outbox.is_more_due(), "or workers would wake each other for ever"


@pytest.mark.parametrize("fields", [{"kind": "of_tomorrow"}, {"payload": {}}, {"channel": "pager"}])
def test_a_notice_given_up_for_our_own_fault_breaks_no_channel(game, alice, fields, later):
    Notice.objects.filter(kind="your_turn", channel="email").update(**fields)
    outbox.deliver_due(now=later + outbox.GIVE_UP_AFTER)
    assert Notice.objects.filter(state="failed").count() == 1
    assert not ChannelState.objects.filter(broken_at__isnull=False).exists()


def test_an_account_mail_that_cannot_be_read_is_given_up_at_last(alice):
    notice = tell(alice)
    Notice.objects.filter(pk=notice.pk).update(kind="account", payload=[])
    outbox.deliver_due(now=timezone.now() + outbox.GIVE_UP_AFTER)
    notice.refresh_from_db()
    assert (notice.state, notice.payload) == ("failed", {"subject": ""})


def test_a_digest_shows_the_games_that_can_be_shown(alice, boris, deliver):
    broken, game = GameFactory(first=alice, second=boris), GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=broken.pk).update(position_text="nonsense")
    Notice.objects.all().delete()
    hour = timezone.localtime(timezone=alice.zone).hour
    Preferences.objects.create(user=alice, mode=Mode.DAILY, digest_hour=hour)
    write_digests(now=timezone.now())
    (message,) = deliver()
    assert message.subject.startswith("2 games are waiting for you")
    assert f"#{game.pk}" in message.body
    assert "1 more game is waiting for you" in message.body


@pytest.mark.parametrize("fields", BROKEN)
def test_the_bell_shows_the_others_and_every_page_its_frame(game, client, alice, fields):
    client.force_login(alice)
    ChallengeFactory(challenger=UserFactory(username="Dora"), audience="player", opponent=alice)
    Notice.objects.filter(kind="your_turn", channel="inbox").update(**fields)
    assert unread.unread_summary(alice, game_id=game.pk).unseen <= 2
    assert client.get(game.get_absolute_url()).status_code == 200
    page = client.get(reverse("inbox"))
    assert page.status_code == 200
    assert "Dora challenged you" in page.content.decode()


def test_feeds_leave_out_a_game_that_cannot_be_shown(alice, boris, client):
    broken, game = GameFactory(first=alice, second=boris), GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=broken.pk).update(ruleset_slug="of-tomorrow")
    token = secret.renew(alice).token
    for name in ("feed_turns", "feed_deadlines"):
        page = client.get(reverse(name, args=[token]))
        assert page.status_code == 200
        assert f"#{game.pk}" in page.content.decode()
        assert f"#{broken.pk}" not in page.content.decode()


@pytest.mark.parametrize("fields", [*BROKEN, {"channel": "pager"}])
def test_staff_see_it_among_the_others(client, admin, alice, fields):
    notice = tell(alice)
    Notice.objects.filter(pk=notice.pk).update(last_error="LookupError: it cannot be told", **fields)
    visit = enter(client, admin).get
    page = visit("/admin/notifications/notice/")
    assert page.status_code == 200
    assert "it cannot be told" in page.content.decode()
    assert visit(f"/admin/notifications/notice/{notice.pk}/change/").status_code == 200


def test_stored_preferences_of_another_version_hold_up_no_turn(alice, boris, client):
    save_preferences(alice, reminders=["24h", "5 minutes"], mode="weekly")
    game = GameFactory(first=alice, second=boris)
    assert game.pk
    client.force_login(alice)
    assert client.get(reverse("notice_timing")).status_code == 200
    Preferences.objects.update(reminders=7)
    assert GameFactory(first=alice, second=boris).pk

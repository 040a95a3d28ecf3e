"""Push messages, as a push service and a browser really get them."""

import json
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidTag
from django.utils import timezone

from games.models import Game
from notifications.channels.push import vapid
from notifications.delivery import outbox
from notifications.models import ChannelState, Device, Notice, Switch
from notifications.routing import writing
from tests.core.https_server import resolve
from tests.factories import GameFactory, UserFactory, play_turns
from tests.notifications.push_service import Browser, read_sender

NOW = timezone.now


def tell(user, *, key: str = "key") -> Notice:
    """A test: news that is always true."""
    notice = writing.make("test", key=key, recipient_id=user.pk, channel="push")
    writing.write(notice)
    outbox.deliver_due()
    return Notice.objects.get(dedupe_key=key, channel="push")


def begin(alice, boris) -> Game:
    """A game in which it is Boris's turn."""
    game = GameFactory(first=alice, second=boris)
    return play_turns(game, game.position.legal_moves()[0])


def later(**length):
    return timezone.now() + timedelta(**length)


def test_a_turn_is_read_by_its_browser_alone_and_worth_showing_until_the_deadline(alice, boris, add, service):
    browser = add(boris)
    game = begin(alice, boris)
    outbox.deliver_due(now=later(minutes=2))
    (received,) = service.received
    message = browser.unseal(received.body)
    assert message["title"].startswith("Your turn against Alice")
    assert "left, until" in message["body"]
    assert message["url"].endswith(game.get_absolute_url())
    assert message["tag"] == received.headers["Topic"] == f"game-{game.pk}"
    assert message["waiting"] == "1", "for the badge: how many games wait"
    lasts = game.deadline_at - later(minutes=2)
    assert abs(int(received.headers["TTL"]) - lasts.total_seconds()) < 60
    assert len(received.body) < 1000
    with pytest.raises(InvalidTag):
        Browser().unseal(received.body)


def test_the_service_knows_the_sender(alice, add, service, settings):
    add(alice)
    tell(alice)
    claims, key = read_sender(service.received[0].headers)
    assert (claims["aud"], claims["sub"], key) == (service.url, settings.VAPID_SUBJECT, vapid.public_key())


def test_it_reaches_every_device_and_one_is_enough(alice, add, service):
    add(alice, "/1")
    add(alice, "/2")
    service.answers["/1"] = 500
    assert tell(alice).state == "sent"
    assert {received.path for received in service.received} == {"/1", "/2"}
    assert dict(Device.objects.values_list("name", "last_error")) == {"/1": "500", "/2": ""}
    assert Device.objects.get(name="/2").sent_at


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_deleted(alice, add, service, status):
    add(alice, "/1")
    add(alice, "/2")
    service.answers["/1"] = status
    assert tell(alice).state == "sent"
    assert list(Device.objects.values_list("name", flat=True)) == ["/2"]


def test_where_the_last_has_ended_push_is_broken_and_the_bell_takes_its_place(alice, boris, add, service, deliver):
    """Not a mail: a reader who wants no mails of a kind gets none."""
    for channel in ("email", "inbox"):
        Switch.objects.create(user=boris, kind="your_turn", channel=channel, on=False)
    add(boris)
    begin(alice, boris)
    service.answers["/1"] = 410
    assert deliver(later(minutes=2)) == []
    assert ChannelState.objects.get(user=boris, channel="push").broken_at
    assert Notice.objects.filter(recipient=boris, kind="your_turn", channel="inbox", state="sent").exists()


@pytest.mark.parametrize("switched_off", [True, False])
def test_a_message_refused_once_takes_no_other_way(alice, boris, add, service, deliver, switched_off):
    """Mail was switched off, or told of it anyway: push has not broken."""
    Switch.objects.create(user=boris, kind="your_turn", channel="email", on=not switched_off)
    add(boris)
    begin(alice, boris)
    add(alice, "/2", sent_at=later(minutes=3))
    Notice.objects.filter(channel="push").update(refused_at=NOW())
    service.answers["/1"] = 400
    assert len(deliver(later(minutes=2))) == (0 if switched_off else 1)
    told = Notice.objects.filter(recipient=boris, kind="your_turn").order_by("channel")
    mail = [] if switched_off else [("email", "sent")]
    assert list(told.values_list("channel", "state")) == [*mail, ("inbox", "sent"), ("push", "failed")]


def test_a_device_that_its_owner_removed_breaks_nothing(alice, boris, add):
    add(boris)
    game = begin(alice, boris)
    Device.objects.all().delete()
    outbox.deliver_due(now=game.deadline_at - timedelta(hours=6))
    told = Notice.objects.filter(recipient=boris, channel="push").exclude(state="waiting")
    assert set(told.values_list("state", flat=True)) == {"dropped"}
    assert not ChannelState.objects.exists()


def test_a_notice_that_is_no_longer_true_does_not_wait_for_a_key(alice, boris, add, settings):
    add(boris)
    game = begin(alice, boris)
    settings.VAPID_PRIVATE_KEY = ""
    Notice.objects.filter(kind="your_turn").delete()
    outbox.deliver_due(now=game.deadline_at + timedelta(hours=1))
    assert not Notice.objects.open().filter(channel="push", kind="deadline_near").exists()


def refuse_alone(user, *, key: str) -> Notice:
    """Refused before a message for another device was taken, and again after it."""
    tell(user, key=key)
    Device.objects.exclude(user=user).update(sent_at=NOW())
    outbox.deliver_due(now=later(minutes=1))
    return Notice.objects.get(dedupe_key=key)


@pytest.mark.parametrize("status", [302, 400, 413])
def test_a_device_that_refuses_three_times_in_a_row_is_given_up(alice, boris, add, service, status):
    add(alice)
    add(boris, "/2")
    service.answers["/1"] = status
    assert [refuse_alone(alice, key=f"key:{n}").state for n in range(3)] == ["failed"] * 3
    assert not alice.push_devices.exists()


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_a_service_that_refuses_what_the_site_sends_ends_no_device(alice, boris, add, service, status):
    for user, path in ((alice, "/1"), (boris, "/2")):
        add(user, path)
        service.answers[path] = status
    for n in range(4):
        assert {tell(alice, key=f"alice:{n}").state, tell(boris, key=f"boris:{n}").state} == {"waiting"}
    outbox.deliver_due(now=later(days=4))
    assert Device.objects.count() == 2
    assert not ChannelState.objects.exists(), "nor is anybody blamed when it was not mended for days"


def test_a_device_is_at_fault_once_its_service_took_the_key_from_another(alice, boris, add, service):
    add(alice, "/1")
    add(boris, "/2")
    service.answers["/1"] = 403
    for n in range(3):
        assert tell(alice, key=f"key:{n}").state == "waiting"
    tell(boris)
    outbox.deliver_due(now=later(minutes=1))
    assert [device.name for device in Device.objects.all()] == ["/2"]
    assert ChannelState.objects.get(user=alice, channel="push").broken_at


@pytest.mark.parametrize("number", [2, 3])
def test_healthz_tells_of_a_key_that_is_refused_to_several(client, add, service, db, number):
    for n in range(number):
        user = UserFactory(username=f"P{n}")
        add(user, f"/{n}")
        service.answers[f"/{n}"] = 403
        tell(user, key=f"key:{n}")
    assert client.get("/healthz").json()["push"] == {"ok": number < 3, "refused_readers": number, "signs": True}


@pytest.mark.parametrize("number", [2, 3])
def test_administrators_read_of_it_in_their_inbox_once_each_half_day(client, add, service, db, number):
    ida = UserFactory(username="Ida", is_superuser=True, is_staff=True)
    for n in range(number):
        user = UserFactory(username=f"P{n}")
        add(user, f"/{n}")
        service.answers[f"/{n}"] = 403
        tell(user, key=f"key:{n}")
    noon = later(days=1).replace(hour=12, minute=0)
    told = Notice.objects.filter(kind="channel_failing", recipient=ida, channel="inbox", state="sent")
    already = told.count()
    for hours in (0, 1, 11, 13):
        outbox.deliver_due(now=noon + timedelta(hours=hours))
    assert (already, told.count()) == ((1, 3) if number == 3 else (0, 0))
    client.force_login(ida)
    assert (b"Push services refuse what" in client.get("/inbox/").content) == (number == 3)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(alice, add, service, status):
    add(alice)
    service.answers["/1"] = status
    notice = tell(alice)
    assert (notice.state, notice.last_error) == ("waiting", str(status))
    service.answers.clear()
    assert outbox.deliver_due(now=later(minutes=5)) == 1


def test_a_redirection_is_not_followed(alice, add, service):
    add(alice)
    service.answers["/1"] = 302
    assert tell(alice).state == "waiting"
    assert [received.path for received in service.received] == ["/1"]


def test_a_service_that_is_away_is_tried_once_a_run_and_holds_up_no_mail(alice, add, deliver):
    add(alice, url="http://127.0.0.1:1")
    for n in range(3):
        writing.write(writing.make("test", key=f"key:{n}", recipient_id=alice.pk, channel="push"))
    writing.write(writing.make("test", key="key", recipient_id=alice.pk))
    assert len(deliver()) == 1
    assert Notice.objects.filter(channel="push", state="waiting").count() == 3


def test_a_mail_server_that_is_away_holds_up_no_push(alice, add, service, settings):
    settings.NOTICE_EMAIL_BACKEND = "notifications.channels.email.smtp.StagedBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    add(alice)
    writing.write(writing.make("test", key="mail", recipient_id=alice.pk))
    assert tell(alice).state == "sent"


def test_without_a_key_of_the_site_news_goes_by_mail(alice, boris, add, service, deliver, settings):
    add(boris)
    settings.VAPID_PRIVATE_KEY = ""
    assert tell(boris).last_error == "This site has no key for push messages."
    begin(alice, boris)
    assert not Notice.objects.filter(kind="your_turn", channel="push").exists()
    assert len(deliver(later(minutes=2))) == 1


def test_a_push_message_is_short_whatever_the_names_are(alice, add, service, settings):
    settings.SITE_NAME = "S" * 5000
    browser = add(alice)
    tell(alice)
    assert len(json.dumps(browser.unseal(service.received[0].body))) < 600


def test_a_device_whose_service_the_settings_no_longer_know_is_given_up_after_three_messages(alice, add, settings):
    add(alice, url="https://push.example.org")
    settings.PUSH_HOSTS = []
    assert [tell(alice, key=f"key:{n}").state for n in range(2)] == ["failed"] * 2
    assert alice.push_devices.get().last_error == "It is no host that we know."
    assert tell(alice, key="key:2").state == "failed"
    assert not alice.push_devices.exists()
    assert ChannelState.objects.get(user=alice, channel="push").broken_at


def test_one_whose_host_has_no_public_address_for_now_is_asked_again(alice, add, settings, monkeypatch):
    add(alice, url="https://push.example.org")
    settings.PUSH_HOSTS = ["push.example.org"]
    resolve(monkeypatch, {"push.example.org": ["127.0.0.1"]})
    assert tell(alice).state == "waiting"
    assert alice.push_devices.get().failures == 0

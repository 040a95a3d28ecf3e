"""Browsers register for push messages: those of known services alone, each with a name, and can be removed."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from notifications.channels.push import devices
from notifications.models import ChannelState, Device
from tests.notifications.push_service import Browser
from tests.rows import each_row

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SERVICE = "https://updates.push.services.mozilla.com/wpush/v2/"


@pytest.fixture
def tell(client, alice):
    """What Alice's browser tells; the status, and what was answered."""
    client.force_login(alice)

    def run(told, to: str = "push_subscribe", by: Client = client) -> tuple[int, dict]:
        body = told if isinstance(told, str | bytes) else json.dumps(told)
        answer = by.post(reverse(to), body, content_type="application/json", headers={"User-Agent": FIREFOX})
        return answer.status_code, json.loads(answer.content or b"{}")

    return run


def subscription(path: str = "1", **changes) -> dict:
    return {"endpoint": SERVICE + path, "expirationTime": None, "keys": Browser().keys, **changes}


def test_a_browser_registers_under_a_name_its_owner_knows(tell, alice):
    assert tell(subscription()) == (201, {"name": "Firefox on Android"})
    assert Device.objects.get().user == alice


def test_again_it_is_the_same_device_with_its_new_keys(tell):
    tell(subscription())
    changed = subscription()
    assert tell(changed)[0] == 201
    assert Device.objects.get().key == changed["keys"]["p256dh"]


def test_a_browser_in_which_another_has_logged_in_is_theirs(tell, boris):
    tell(subscription())
    other = Client()
    other.force_login(boris)
    tell(subscription(), by=other)
    assert Device.objects.get().user == boris


@each_row(
    "endpoint",
    [
        "http://updates.push.services.mozilla.com/1",
        "https://localhost/1",
        "https://127.0.0.1/1",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/1",
        "https://push.services.mozilla.com.evil.example/1",
        "https://evilpush.services.mozilla.com@evil.example/1",
        "https://127.0.0.1%23.push.services.mozilla.com/1",
        "https://127.0.0.1%2f.push.services.mozilla.com/1",
        "https://127.0.0.1:443#.push.services.mozilla.com/1",
        "https://localhost;.notify.windows.com/1",
        "https://evil.example&.notify.windows.com/1",
        "https://.push.services.mozilla.com/1",
        "https://a..push.services.mozilla.com/1",
        "https://-.push.services.mozilla.com/1",
        "https://a_b.push.services.mozilla.com/1",
        "https://user:password@fcm.googleapis.com/1",
        "https://fcm.googleapis.com:8443/1",
        "https://fcm.googleapis.com:port/1",
        "https://evil.example\\@fcm.googleapis.com/1",
        "https://evil.example#@fcm.googleapis.com/1",
        "https://fcm.googleapis.com/\r\nX: 1",
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "file:///etc/passwd",
        "https://[",
        "",
        None,
        7,
        ["https://fcm.googleapis.com/1"],
    ],
)
def test_we_speak_to_no_address_but_that_of_a_known_service(tell, endpoint):
    status, said = tell(subscription(endpoint=endpoint))
    assert (status, said["error"]) == (400, "This site doesn’t support this browser’s push service.")
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://db5p.notify.windows.com/w/?token=abc%2b",
        "https://web.push.apple.com/QGuQ",
    ],
)
def test_the_services_of_browsers_are_known(tell, endpoint):
    assert tell(subscription(endpoint=endpoint))[0] == 201


def test_another_service_can_be_named_in_the_settings(tell, settings):
    settings.PUSH_HOSTS = ["push.example.org"]
    assert tell(subscription(endpoint="https://push.example.org/1"))[0] == 201
    assert tell(subscription())[0] == 400


@each_row(
    "keys", [None, {}, {"p256dh": "", "auth": ""}, {"p256dh": "A" * 87, "auth": "A" * 22}, {"p256dh": 1, "auth": 2}]
)
def test_invalid_keys_are_refused(tell, keys):
    assert tell(subscription(keys=keys))[0] == 400


@each_row("body", ["", "[]", "null", "{", b"\xff", '{"a":' * 5000, '"' + "x" * 9000 + '"', "\0"])
def test_json_that_is_no_subscription_is_refused_with_a_sentence(tell, body):
    for to in ("push_subscribe", "push_unsubscribe", "push_renew"):
        assert tell(body, to=to) == (400, {"error": "What was sent could not be read."})


def test_a_player_registers_a_limited_number_of_devices(tell, alice, monkeypatch):
    monkeypatch.setattr(devices, "MOST_DEVICES", 2)
    assert [tell(subscription(str(n)))[0] for n in range(3)] == [201, 201, 400]


def test_it_needs_a_log_in_and_a_token(tell):
    assert tell(subscription(), by=Client())[0] == 401
    assert Client(enforce_csrf_checks=True).post(reverse("push_subscribe")).status_code == 403


def test_without_keys_of_the_site_a_browser_is_refused_and_the_page_says_so(tell, client, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert tell(subscription())[0] == 503
    assert "manage.py vapid" in client.get(reverse("notice_devices")).content.decode()


def test_a_browser_takes_itself_off_the_list_and_no_other(tell, boris):
    tell(subscription("1"))
    Device.objects.create(user=boris, endpoint=SERVICE + "2", name="His", added_at=Device.objects.get().added_at)
    assert tell({"endpoint": SERVICE + "2"}, to="push_unsubscribe")[0] == 204
    assert tell({"endpoint": SERVICE + "1"}, to="push_unsubscribe")[0] == 204
    assert Device.objects.get().user == boris


def test_a_device_is_removed_on_the_page_by_its_owner_alone(tell, client, boris):
    tell(subscription())
    device = Device.objects.get()
    other = Client()
    other.force_login(boris)
    assert other.post(reverse("device_remove", args=[device.pk])).status_code == 404
    assert "Firefox on Android" in client.get(reverse("notice_devices")).content.decode()
    assert client.post(reverse("device_remove", args=[device.pk])).status_code == 302
    assert not Device.objects.exists()


def test_a_worker_renews_what_its_browser_has_changed_by_the_old_address(tell, alice):
    tell(subscription("1"))
    changed = subscription("2")
    worker = Client(enforce_csrf_checks=True)
    assert tell({"old": SERVICE + "x", "subscription": changed}, to="push_renew", by=worker)[0] == 404
    assert tell({"old": SERVICE + "1", "subscription": {"endpoint": "https://evil.example"}}, to="push_renew")[0] == 400
    assert tell({"old": SERVICE + "1", "subscription": changed}, to="push_renew", by=worker)[0] == 204
    assert list(Device.objects.values_list("user", "endpoint")) == [(alice.pk, SERVICE + "2")]


def test_a_renewal_without_the_right_old_address_changes_nobodys_device(tell, alice):
    tell(subscription("1"))
    assert tell({"old": SERVICE + "x", "subscription": subscription("1")}, to="push_renew", by=Client())[0] == 404
    assert Device.objects.get().user == alice


def test_registering_mends_push_and_doing_without_does_too(tell, client, alice):
    for mend in (lambda: tell(subscription()), lambda: client.post(reverse("forget_push"))):
        ChannelState.objects.all().delete()
        ChannelState.objects.create(
            user=alice, channel="push", broken_at=alice.date_joined, reason="No browser of yours is left."
        )
        assert "No browser of yours is left." in client.get(reverse("notice_devices")).content.decode()
        mend()
        assert ChannelState.objects.get().broken_at is None

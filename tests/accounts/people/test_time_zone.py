"""The time zone: told by the browser, chosen by hand, never a reason to fail."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.urls import reverse

from accounts.models import User
from accounts.profile.zones import offer_zones
from games import clock
from tests.accounts.conftest import PASSWORD
from tests.factories import GameFactory
from tests.rows import each_row

UNKNOWN = [
    "Atlantis/Capital",
    "../../etc/passwd",
    "/etc/localtime",
    "Europe",
    "",
    " ",
    "<b>UTC</b>",
    "Z" * 300,
    "UTC\x00",
]
TELL = "/settings/time-zone/"


def test_sign_up_takes_the_browser_s(sign_up):
    sign_up(time_zone="Pacific/Auckland")
    dora = User.objects.get()
    assert (dora.time_zone, dora.time_zone_chosen) == ("Pacific/Auckland", False)


def test_sign_up_with_an_unknown_one_works_and_says_so(sign_up, client):
    sign_up(time_zone="Atlantis/Capital")
    assert User.objects.get().time_zone == "UTC"
    page = client.get(reverse("account_email_verification_sent")).content.decode()
    assert "“Atlantis/Capital” isn’t a time zone we know." in page


def test_log_in_takes_the_browser_s(client, alice_with_password):
    client.post("/account/login/", {"login": "Alice", "password": PASSWORD, "time_zone": "Asia/Tokyo"})
    alice_with_password.refresh_from_db()
    assert alice_with_password.time_zone == "Asia/Tokyo"


@each_row("name", UNKNOWN)
def test_log_in_with_an_unknown_one_keeps_the_old(client, alice_with_password, name):
    client.post("/account/login/", {"login": "Alice", "password": PASSWORD, "time_zone": name})
    alice_with_password.refresh_from_db()
    assert alice_with_password.time_zone == "Europe/Berlin"


def test_a_browser_may_tell_its_zone_after_the_log_in(client, alice):
    client.force_login(alice)
    assert client.post(TELL, {"time_zone": "Asia/Tokyo"}).status_code == 204
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"


def test_a_zone_chosen_by_hand_stays_when_the_browser_tells_another(client, alice):
    alice.time_zone_chosen = True
    alice.save()
    client.force_login(alice)
    assert client.post(TELL, {"time_zone": "Asia/Tokyo"}).status_code == 204
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Berlin"


@each_row("name", UNKNOWN)
def test_an_unknown_one_is_refused_with_a_sentence(client, alice, name):
    client.force_login(alice)
    response = client.post(TELL, {"time_zone": name})
    assert response.status_code == 422
    assert response.content.decode().strip().endswith(".")


def test_only_a_player_has_one(client, db):
    assert client.post(TELL, {"time_zone": "Asia/Tokyo"}).status_code == 302


def test_times_are_shown_in_it(client, alice, boris):
    GameFactory(first=alice, second=boris, control=clock.Days(1), now=datetime(2026, 7, 1, 12, 0, tzinfo=UTC))
    for person, words in ((alice, "14:00 CEST"), (boris, "08:00 EDT")):
        client.force_login(person)
        assert words in client.get(reverse("home")).content.decode()


def test_a_zone_that_left_the_database_is_read_as_utc(client, alice):
    User.objects.filter(pk=alice.pk).update(time_zone="Soviet/Gone")
    alice.refresh_from_db()
    assert alice.zone == ZoneInfo("UTC")
    client.force_login(alice)
    assert "“Soviet/Gone” isn’t a time zone we know." in client.get(reverse("settings")).content.decode()


def test_the_choices_show_the_present_time_by_area():
    groups = dict(offer_zones(datetime(2026, 7, 1, 12, 0, tzinfo=UTC)))
    assert ("Europe/Berlin", "Berlin: 14:00") in groups["Europe"]
    assert ("America/Argentina/Buenos_Aires", "Argentina, Buenos Aires: 09:00") in groups["America"]
    assert groups["Universal"] == [("UTC", "UTC: 12:00")]


@each_row("name", ["UTC", "EST", "US/Eastern", "Etc/GMT+5", "Europe/Berlin"])
def test_the_present_zone_is_always_among_the_choices(name):
    groups = offer_zones(datetime(2026, 7, 1, 12, 0, tzinfo=UTC), present=name)
    assert name in {value for _, zones in groups for value, _ in zones}

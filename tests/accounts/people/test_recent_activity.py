"""What happens to an account is noted for its owner: who came in and from where, who tried to, what was changed."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountEvent
from accounts.people import activity
from mastery_site.database.pruning import prune
from tests.accounts.conftest import PASSWORD, code_of, link_in
from tests.accounts.signing_in.test_sessions import FIREFOX, IPHONE
from tests.administration import enter
from tests.rows import each_row

PAGE = "/settings/activity/"
Kind = AccountEvent.Kind


@pytest.fixture
def alice(alice_with_password):
    return alice_with_password


def come(address="192.0.2.1", browser=FIREFOX, password=PASSWORD, login="Alice") -> Client:
    client = Client(REMOTE_ADDR=address, headers={"User-Agent": browser})
    client.post(reverse("account_login"), {"login": login, "password": password})
    return client


def kinds() -> list[str]:
    return list(AccountEvent.objects.order_by("pk").values_list("kind", flat=True))


def words_of(client: Client) -> list[str]:
    """The entries of the page, newest first, without their times."""
    page = client.get(PAGE).content.decode()
    entries = [" ".join(re.sub(r"<[^>]+>", " ", entry).split()) for entry in re.findall(r"<li>(.*?)</li>", page, re.S)]
    return [
        re.sub(r" \d+ \w+ \d{4}, \d\d:\d\d(?: to \d\d:\d\d)?", "", entry).replace(" ;", ";")
        for entry in entries
        if "from" in entry
    ]


def test_log_ins_say_which_browser_and_whether_it_was_here(alice):
    come("198.51.100.7", IPHONE)
    come("203.0.113.9", IPHONE)
    come("198.51.100.7", FIREFOX)
    assert words_of(come()) == [
        "Logged in; from the same place as now; Firefox on Linux",
        "Logged in; from another place (A); Firefox on Linux",
        "Logged in; from another place (B); Safari on iPhone",
        "Logged in; from another place (A); Safari on iPhone",
    ]


def test_no_address_is_kept_or_shown(alice):
    client = come("198.51.100.7")
    row = AccountEvent.objects.values().get()
    assert "198.51.100.7" not in f"{row}{client.get(PAGE).content.decode()}"
    assert row["origin"] not in client.get(PAGE).content.decode()


def test_wrong_passwords_are_counted_in_one_entry_an_hour(alice):
    for login in ("Alice", "alice@example.org", "ALICE"):
        come("198.51.100.7", password="guess", login=login)
    [entry] = AccountEvent.objects.all()
    assert (entry.kind, entry.count, entry.user) == (Kind.LOG_IN_FAILED, 3, alice)
    assert words_of(come())[1].startswith("Wrong password ×3; from another place (A)")
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        come("198.51.100.7", password="guess")
    assert AccountEvent.objects.filter(kind=Kind.LOG_IN_FAILED).count() == 2


def test_a_guesser_with_many_addresses_cannot_fill_the_table(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = False
    for number in range(60):
        come(f"198.51.100.{number}", password="guess")
    rows = AccountEvent.objects.filter(kind=Kind.LOG_IN_FAILED)
    assert rows.count() == activity.MOST_FAILURES + 1
    assert sum(row.count for row in rows) == 60
    assert words_of(come())[1].startswith("Wrong password ×40; from many other places")


def test_a_log_in_to_an_account_that_does_not_exist_is_noted_for_nobody(alice, boris):
    come(login="Nobodi", password="guess")
    assert AccountEvent.objects.get().user is None
    client = come()
    assert not any("Wrong" in words for words in words_of(client))


def test_nobody_sees_another_s(client, alice, boris, admin):
    come("198.51.100.7", IPHONE)
    for reader in (boris, admin):
        client.force_login(reader)
        assert "Safari on iPhone" not in client.get(PAGE).content.decode()
    assert Client().get(PAGE).url.startswith(reverse("account_login"))


def test_staff_cannot_see_anybodys_recent_activity(client, admin, alice):
    come("198.51.100.7")
    enter(client, admin)
    assert client.get("/admin/accounts/accountevent/").status_code == 404
    origin = AccountEvent.objects.get(user=alice).origin
    assert origin not in client.get(reverse("admin:accounts_user_change", args=[alice.pk])).content.decode()
    assert not Permission.objects.filter(group__name="Moderators", codename__endswith="accountevent").exists()


def test_changes_of_password_and_address(client, alice):
    hers = come()
    hers.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    new = f"{PASSWORD}!"
    hers.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new})
    hers.post(reverse("account_email"), {"email": "alice@new.example", "action_add": ""})
    hers.post(link_in(mail.outbox[-1]))
    assert kinds() == [Kind.LOGGED_IN, Kind.PASSWORD_CHANGED, Kind.EMAIL_CHANGED]


def test_a_password_changed_by_a_link(client, alice, newest_link):
    client.post(reverse("account_reset_password"), {"email": alice.email})
    client.post(client.get(newest_link()).url, {"password1": f"{PASSWORD}!", "password2": f"{PASSWORD}!"})
    assert kinds() == [Kind.PASSWORD_RESET]


def test_confirming_the_first_address_is_no_change(sign_up, client, newest_link):
    sign_up()
    client.post(newest_link())
    assert kinds() == [Kind.LOGGED_IN]


@pytest.mark.django_db(transaction=True)
def test_second_factors(alice):
    hers = come()
    hers.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = hers.get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'class="secret">([A-Z2-7]+)<', page)[1]
    hers.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    other = come("198.51.100.7")
    other.post(reverse("mfa_authenticate"), {"code": "000000"})
    other.post(reverse("mfa_authenticate"), {"code": codes[0]})
    hers.post(reverse("mfa_generate_recovery_codes"))
    hers.post(reverse("mfa_deactivate_totp"))
    assert kinds() == [
        *(Kind.LOGGED_IN, Kind.FACTOR_ADDED, Kind.FACTOR_ADDED),
        *(Kind.CODE_FAILED, Kind.CODE_USED, Kind.LOGGED_IN),
        *(Kind.CODES_MADE, Kind.FACTOR_REMOVED, Kind.FACTOR_REMOVED),
    ]
    assert "Second factor added (authenticator app)" in " ".join(words_of(hers))


def test_a_reset_by_staff_names_no_place(client, admin, alice):
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "x"})
    enter(client, admin)
    client.post(f"/admin/accounts/user/{alice.pk}/reset-second-factors/", {"reason": "lost telephone"})
    event = AccountEvent.objects.get(user=alice, kind=Kind.FACTORS_RESET)
    assert (event.origin, event.browser) == ("", "")


def test_logging_out_here_and_elsewhere(alice):
    there, here = come("198.51.100.7"), come()
    here.post(reverse("usersessions_list"))
    here.post(reverse("account_logout"))
    assert "_auth_user_id" not in there.session
    assert kinds() == [Kind.LOGGED_IN, Kind.LOGGED_IN, Kind.SESSIONS_ENDED, Kind.LOGGED_OUT]


def test_pages_of_fifty_by_as_many_queries_however_much_there_is(alice):
    client = come()

    def count(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    count(PAGE)
    few = count(PAGE)
    now = timezone.now()
    AccountEvent.objects.bulk_create(
        AccountEvent(user=alice, kind=Kind.LOGGED_IN, happened_at=now, last_at=now, origin=f"{number:032x}")
        for number in range(120)
    )
    assert count(PAGE) == few
    page = client.get(PAGE).content.decode()
    assert page.count("Logged in") == 50
    older = re.search(r'href="(\?below=\d+)"', page)[1]
    assert count(PAGE + older) == few
    assert client.get(PAGE + older).content.decode().count("Logged in") == 50
    for odd in ("x", "-1", "9" * 40, "²", ""):
        assert client.get(PAGE, {"below": odd}).status_code == 200


def test_it_is_kept_for_ninety_days(alice):
    come()
    prune(now=timezone.now() + timedelta(days=89))
    assert AccountEvent.objects.exists()
    prune(now=timezone.now() + timedelta(days=91))
    assert not AccountEvent.objects.exists()


@each_row(("number", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")])
def test_places_have_letters_without_end(number, letter):
    assert activity._letter(number) == letter

"""Somebody who can’t log in has their data, and closes the account, from the page of the decision alone."""

import json
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Kind
from accounts.limiting.limits import ACTIONS
from accounts.models import Export, FormerName, Restriction, User
from accounts.own_data import closing
from accounts.tasks import build_exports, close_accounts
from notifications.delivery import outbox
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
DEEDS = {"copy": {}, "download": {}, "close": {"name": "Boris"}, "keep": {}}


def suspend(person: User, *, by: User, games: str = "lost", **more) -> Restriction:
    laid = restrictions.impose(person, Kind.SUSPENDED, reason="Insults", by=by, games=games, **more)
    person.refresh_from_db()
    return laid


@pytest.fixture
def laid(boris, admin) -> Restriction:
    return suspend(boris, by=admin)


@pytest.fixture
def stranger() -> Client:
    """Somebody with the link, who has never logged in."""
    return Client()


def do(browser: Client, laid: Restriction, deed: str, **more):
    return browser.post(laid.appeal_path, {"do": deed, **more})


def test_they_ask_for_a_copy_read_where_it_is_and_download_it(stranger, laid, boris, settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert "Download a copy" in stranger.get(laid.appeal_path).content.decode()
    assert do(stranger, laid, "copy").url == laid.appeal_path
    assert "Your copy is being made" in stranger.get(laid.appeal_path).content.decode()
    assert do(stranger, laid, "download").status_code == 409
    assert build_exports() == 1
    outbox.deliver_due()
    (told,) = [each for each in mail.outbox if each.subject == "The copy of your data is ready"]
    assert (told.to, laid.appeal_path in told.body) == ([boris.email], True)
    assert reverse("own_data") not in told.body
    answer = do(stranger, laid, "download")
    assert json.loads(b"".join(answer.streaming_content))["account"]["email"] == boris.email
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith('attachment; filename="Boris-')


def test_nothing_is_downloaded_by_opening_an_address(stranger, laid):
    do(stranger, laid, "copy")
    build_exports()
    for query in ({"do": "download"}, {"do": "close", "name": "Boris"}):
        page = stranger.get(laid.appeal_path, query)
        assert page["Content-Type"].startswith("text/html")
    assert User.objects.get(pk=laid.user_id).closing_at is None


@pytest.mark.parametrize("typed", ["Boris", " boris "])
def test_they_close_the_account_by_its_name_and_may_still_keep_it(stranger, laid, boris, typed):
    assert do(stranger, laid, "close", name=typed).url == laid.appeal_path
    boris.refresh_from_db()
    assert boris.closing_at is not None
    page = stranger.get(laid.appeal_path).content.decode()
    assert "Your account will be closed on" in page
    assert "Keep my account" in page
    assert do(stranger, laid, "keep").status_code == 302
    boris.refresh_from_db()
    assert boris.closing_at is None


def test_the_email_about_closing_leads_to_the_page_that_they_can_open(stranger, laid, settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    do(stranger, laid, "close", name="Boris")
    outbox.deliver_due()
    (told,) = [each for each in mail.outbox if "will be closed" in each.subject]
    assert laid.appeal_path in told.body
    assert reverse("account_login") not in told.body


@pytest.mark.parametrize("typed", ["", "Alice", "boris@example.org"])
def test_another_name_closes_nothing_and_is_not_lost(stranger, laid, boris, typed):
    page = do(stranger, laid, "close", name=typed)
    assert page.status_code == 422
    assert "isn’t the name of this account" in page.content.decode()
    assert f'value="{typed}"' in page.content.decode()
    boris.refresh_from_db()
    assert boris.closing_at is None


def test_the_name_that_staff_have_removed_is_as_good(stranger, laid, boris):
    FormerName.objects.create(user=boris, name="Basil", look="basil", taken_at=timezone.now())
    assert do(stranger, laid, "close", name="Basil").status_code == 302


def test_after_the_week_the_page_offers_nothing_more(stranger, laid, boris):
    do(stranger, laid, "close", name="Boris")
    closing.close_due(now=timezone.now() + closing.WAIT)
    assert close_accounts.apply().result == 0
    assert "Your data and your account" not in stranger.get(laid.appeal_path).content.decode()
    assert do(stranger, laid, "copy").status_code == 403


# --- Everybody else logs in -----------------------------------------------------------------------------------------
def go_on(boris, admin):
    return suspend(boris, by=admin, games="go_on")


def lift(boris, admin):
    laid = suspend(boris, by=admin)
    restrictions.close(laid.pk, how=restrictions.Close.LIFTED)
    return laid


def run_out(boris, admin):
    laid = suspend(boris, by=admin, until=timezone.now() + timedelta(days=1))
    Restriction.objects.filter(pk=laid.pk).update(until_at=timezone.now() - timedelta(minutes=1))
    return laid


def mute(boris, admin):
    return restrictions.impose(boris, Kind.MUTED, reason="Insults", by=admin)


def warn_before(boris, admin):
    """Another decision about somebody who is suspended: its own link is the one that counts."""
    laid = restrictions.impose(boris, Kind.WARNED, reason="Insults", by=admin)
    suspend(boris, by=admin)
    return laid


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("decide", [go_on, lift, run_out, mute, warn_before])
def test_the_link_of_no_other_decision_does_anything(stranger, boris, admin, decide, deed):
    laid = decide(boris, admin)
    assert "Your data and your account" not in stranger.get(laid.appeal_path).content.decode()
    refused = do(stranger, laid, deed, **DEEDS[deed])
    assert refused.status_code == 403
    boris.refresh_from_db()
    assert (boris.closing_at, Export.objects.exists()) == (None, False)


def test_no_made_up_link_and_no_made_up_deed_is_known(stranger, laid):
    assert stranger.post(laid.appeal_path[:-2] + "x/", {"do": "copy"}).status_code == 404
    assert do(stranger, laid, "promote").status_code == 404


def test_staff_who_are_suspended_are_sent_to_an_administrator(stranger, admin):
    stan = UserFactory(username="Stan", is_staff=True)
    page = do(stranger, suspend(stan, by=admin), "close", name="Stan")
    assert page.status_code == 403
    assert "ask an administrator" in page.content.decode()


def test_it_is_limited_and_a_refused_step_counts(stranger, laid):
    most = ACTIONS["own_data_outside"].limits[0].most
    for _ in range(most):
        assert do(stranger, laid, "close", name="Guess").status_code == 422
    refused = do(stranger, laid, "close", name="Boris")
    assert refused.status_code == 429
    assert User.objects.get(pk=laid.user_id).closing_at is None


def test_two_clicks_make_one_copy(stranger, laid):
    page = stranger.get(laid.appeal_path).content.decode()
    key = page.split('name="key" value="')[1].split('"')[0]
    answers = [do(stranger, laid, "copy", key=key).status_code for _ in range(2)]
    assert (answers, Export.objects.count()) == ([302, 302], 1)


def test_an_appeal_is_still_made_there(stranger, laid):
    assert stranger.post(laid.appeal_path, {"text": "I was joking."}).status_code == 302

"""The administration opens to staff who have shown a second factor, and to nobody else."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD, code_of
from tests.administration import enter

PAGES = ["/admin/", "/admin/games/game/", "/admin/figures/"]


@pytest.fixture
def ada(admin):
    """An administrator who has a password and nothing else yet."""
    admin.set_password(PASSWORD)
    admin.save()
    return admin


def set_up_app(client) -> str:
    """Goes through the pages by which one sets up an app; returns its secret."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'class="secret">([A-Z2-7]+)<', page)[1]
    client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    return secret


@pytest.mark.parametrize("page", PAGES)
def test_strangers_are_led_to_the_site_s_own_log_in(client, db, page):
    response = client.get(page, follow=True)
    [*_, (address, _)] = response.redirect_chain
    assert address.startswith(reverse("account_login"))


@pytest.mark.parametrize("page", PAGES)
def test_players_are_refused(client, alice, page):
    client.force_login(alice)
    assert client.get(page, follow=True).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_staff_without_a_second_factor_are_led_to_set_one_up(client, ada, page):
    client.force_login(ada)
    response = client.get(page, follow=True)
    assert response.redirect_chain[-1][0] == reverse("mfa_index")
    assert "Please set one up below" in response.content.decode()


@pytest.mark.django_db(transaction=True)
def test_once_set_up_the_administration_is_open_and_one_link_away(client, ada):
    client.post(reverse("account_login"), {"login": "Ada", "password": PASSWORD})
    client.get("/admin/games/game/", follow=True)
    set_up_app(client)
    page = client.get(reverse("mfa_view_recovery_codes"))
    assert '<a href="/admin/games/game/">go on to the administration</a>' in page.content.decode()
    assert client.get("/admin/games/game/").status_code == 200


def test_a_log_in_by_code_opens_it_in_another_browser(client, ada):
    client.force_login(ada)
    secret = set_up_app(client)
    browser = Client()
    browser.post(reverse("account_login"), {"login": "Ada", "password": PASSWORD, "next": "/admin/"})
    assert browser.get("/admin/", follow=True).redirect_chain[-1][0] == reverse("mfa_authenticate")
    response = browser.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert response.url == "/admin/"
    assert browser.get("/admin/").status_code == 200


def test_a_session_from_before_has_to_show_it(client, ada):
    elsewhere = Client()
    elsewhere.force_login(ada)
    client.force_login(ada)
    secret = set_up_app(client)
    response = elsewhere.get("/admin/figures/", follow=True)
    address = response.redirect_chain[-1][0]
    assert address == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2Ffigures%2F"
    assert elsewhere.post(address, {"code": code_of(secret)}).url == "/admin/figures/"
    assert elsewhere.get("/admin/figures/").status_code == 200


def test_a_member_of_staff_whose_factors_were_taken_away_sets_up_new_ones(client, ada):
    enter(client, ada)
    Authenticator.objects.all().delete()
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == reverse("mfa_index")


def test_nobody_is_led_to_another_site(client, ada):
    client.force_login(ada)
    client.get("/admin/login/?next=https://evil.example/")
    assert client.session["wanted_behind_second_factor"] == "/admin/"


def test_a_player_who_sets_one_up_hears_nothing_of_the_administration(client, alice_with_password):
    client.force_login(alice_with_password)
    set_up_app(client)
    response = client.get(reverse("mfa_view_recovery_codes"))
    assert "administration" not in " ".join(str(message) for message in get_messages(response.wsgi_request))


def test_secrets_of_second_factors_have_no_page(client, ada):
    enter(client, ada)
    secret = Authenticator.objects.get().data["secret"] + "-of-ada"
    Authenticator.objects.update(data={"secret": secret})
    assert secret not in client.get(reverse("admin:accounts_user_change", args=[ada.pk])).content.decode()
    for address in ("mfa/authenticator", "account/emailaddress", "usersessions/usersession"):
        assert client.get(f"/admin/{address}/").status_code == 404


def test_a_password_is_changed_on_the_site_s_own_page(client, ada):
    enter(client, ada)
    assert client.get("/admin/password_change/").url == reverse("account_change_password")

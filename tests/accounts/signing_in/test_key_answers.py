"""The answer of a security key is read like any JSON from outside, and never causes an error."""

import pytest
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.utils import get_form_class
from django.forms import JSONField
from django.urls import reverse

from core.json_bodies import SoundDecoder
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory

FORMS = ["add_webauthn", "authenticate_webauthn", "login_webauthn", "reauthenticate_webauthn"]
UNSOUND = {
    "a number of 5,000 digits": "9" * 5000,
    "lists without end": "[" * 5000,
    "half a surrogate pair": '{"id": "\\ud800"}',
    "a number that is none": "NaN",
    "no end": '"' + "x" * 30_000 + '"',
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_a_key_reads_by_the_one_decoder(name):
    form = get_form_class(app_settings.FORMS, name, None)
    made = form() if name == "login_webauthn" else form(user=UserFactory())
    fields = [field for field in made.fields.values() if isinstance(field, JSONField)]
    assert [field.decoder for field in fields] == [SoundDecoder]


@pytest.mark.parametrize("answer", UNSOUND.values(), ids=UNSOUND)
@pytest.mark.parametrize("address", ["mfa_add_webauthn", "mfa_login_webauthn"])
def test_is_refused(client, alice, address, answer):
    alice.set_password(PASSWORD)
    alice.save()
    if address == "mfa_add_webauthn":
        client.force_login(alice)
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.get(reverse(address))
    response = client.post(reverse(address), {"credential": answer, "name": "My key"})
    assert response.status_code < 500
    assert not Authenticator.objects.exists()
    assert client.get(reverse("mfa_index")).status_code == (200 if address == "mfa_add_webauthn" else 302)

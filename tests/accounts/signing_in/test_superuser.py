"""The first administrator, made in a terminal, may log in at once."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def create(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    return lambda username="Ada", email="Ada@Example.org": call_command(
        "createsuperuser", interactive=False, username=username, email=email, verbosity=0
    )


def test_the_address_counts_as_verified(create, client):
    create()
    ada = User.objects.get(username="Ada", is_superuser=True, is_staff=True)
    assert ada.emailaddress_set.get().verified
    assert client.post(reverse("account_login"), {"login": "ada@example.org", "password": PASSWORD}).url == "/"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"username": "admin"}, "This name is reserved"),
        ({"username": "A1ice"}, "looks too much like"),
        ({"username": "x"}, "3 to 20 characters"),
        ({"email": "alice@example.org"}, "another account"),
        ({"email": "nothing"}, "valid email"),
    ],
)
def test_impossible_input_is_refused_with_a_sentence(create, alice, wrong, sentence):
    with pytest.raises(CommandError, match=sentence):
        create(**wrong)
    assert User.objects.count() == 1

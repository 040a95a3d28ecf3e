"""What an account is: a person's, a guest's or a computer's."""

import pytest
from django.db import connection

from accounts.models import User
from tests.factories import UserFactory

KIND = User.Kind

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", KIND)
def test_an_account_is_of_one_kind(kind):
    user = User.objects.get(pk=UserFactory(kind=kind).pk)
    told = {KIND.PERSON: user.is_person, KIND.GUEST: user.is_guest, KIND.COMPUTER: user.is_computer}
    assert [each for each, is_so in told.items() if is_so] == [kind]


def test_an_account_is_a_persons_by_default():
    assert User.objects.get(pk=UserFactory().pk).is_person


@pytest.mark.parametrize("kind", [KIND.GUEST, KIND.COMPUTER])
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL decides by what is in the table")
def test_guests_and_computers_are_found_by_an_index_of_them_alone(kind):
    assert f"user_kind_{kind}" in User.objects.filter(kind=kind).order_by("pk").explain()
    assert f"user_kind_{kind}" in User.objects.filter(kind=kind).values("pk").explain()

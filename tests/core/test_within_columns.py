"""What no column could hold is looked up in none, and nothing fails for it."""

import pytest
from django.urls import reverse

from accounts.models import User
from tests.administration import enter

LONG = "x" * 70_000
"""More than SQLite takes as a pattern."""
LOOKUPS = ["username__iexact", "username__istartswith", "email__iexact", "email__istartswith"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_a_text_longer_than_its_column_is_in_no_row(alice, boris, lookup):
    assert list(User.objects.filter(**{lookup: LONG})) == []
    assert set(User.objects.exclude(**{lookup: LONG})) == {alice, boris}


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_one_that_fits_is_found_whatever_its_case(alice, boris, lookup):
    text = getattr(alice, lookup.split("__")[0])
    assert list(User.objects.filter(**{lookup: text.upper()})) == [alice]
    assert list(User.objects.filter(**{lookup: text[:-1]})) == ([alice] if lookup.endswith("startswith") else [])
    assert not User.objects.filter(**{lookup: text[1:]})


@pytest.mark.parametrize("field", ["login", "password"])
def test_logging_in_with_it_is_refused_as_any_wrong_name(client, alice, field):
    told = client.post(reverse("account_login"), {"login": "Alice", "password": "wrong", field: LONG})
    assert (told.status_code, "form" in told.context) == (200, True)


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("admin:accounts_user_changelist", "q"),
        ("admin:notifications_notice_changelist", "q"),
        ("admin:games_game_changelist", "q"),
        ("moderation_log", "person"),
    ],
)
def test_staff_who_search_for_it_find_nothing(client, admin, name, field):
    assert enter(client, admin).get(reverse(name), {field: LONG}).status_code == 200

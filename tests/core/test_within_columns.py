"""A text too long for a column is not looked up in it, and nothing fails."""

import pytest
from django.contrib import admin as administration
from django.urls import reverse

from accounts.models import User
from tests.administration import enter
from tests.rows import each_row

LONG = "x" * 70_000
"""More than SQLite takes as a pattern."""
SEARCHED = [model for model, page in administration.site._registry.items() if page.search_fields]
COLUMNS, WAYS = ("username", "email"), ("exact", "contains", "startswith", "endswith")
LOOKUPS = [f"{column}__i{way}" for column in COLUMNS for way in WAYS] + [f"username__{way}" for way in WAYS[1:]]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_a_text_longer_than_its_column_is_in_no_row(alice, boris, lookup):
    assert list(User.objects.filter(**{lookup: LONG})) == []
    assert set(User.objects.exclude(**{lookup: LONG})) == {alice, boris}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_text_that_fits_its_column_is_found(alice, column):
    text = getattr(alice, column)
    everywhere = {"iexact", "icontains", "istartswith", "iendswith"}
    for part, ways in {
        text: everywhere,
        text[:-1]: {"icontains", "istartswith"},
        text[1:]: {"icontains", "iendswith"},
        text[1:-1]: {"icontains"},
    }.items():
        found = {way for way in everywhere if User.objects.filter(**{f"{column}__{way}": part.upper()}).exists()}
        assert found == ways


@pytest.mark.parametrize("field", ["login", "password"])
def test_logging_in_with_it_is_refused_as_any_wrong_name(client, alice, field):
    told = client.post(reverse("account_login"), {"login": "Alice", "password": "wrong", field: LONG})
    assert (told.status_code, "form" in told.context) == (200, True)


@each_row("model", SEARCHED, ids=lambda model: model._meta.label)
def test_staff_who_search_for_it_find_nothing(client, admin, model):
    page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    assert enter(client, admin).get(page, {"q": LONG}).status_code == 200

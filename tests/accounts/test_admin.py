"""People in the administration: found, never made by hand, and as cheap for many as for few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.administration import enter
from tests.factories import UserFactory

pytestmark = pytest.mark.both

LIST = "/admin/accounts/user/"


@pytest.fixture
def staff(client, admin):
    return enter(client, admin)


def test_somebody_is_found_by_name_or_address(staff, alice, boris):
    for words in ("alic", "alice@example"):
        page = staff.get(LIST, {"q": words}).content.decode()
        assert "alice@example.org" in page
        assert "boris@example.org" not in page


def test_the_list_asks_as_much_for_many_as_for_few(staff, django_assert_num_queries, alice):
    staff.get(LIST)
    with CaptureQueriesContext(connection) as few:
        staff.get(LIST)
    UserFactory.create_batch(12)
    with django_assert_num_queries(len(few.captured_queries)):
        staff.get(LIST)


def test_nobody_is_made_by_hand(staff):
    assert staff.get(LIST + "add/").status_code == 403


def test_nobody_is_renamed_suspended_or_given_rights_by_hand(staff, boris):
    page = reverse("admin:accounts_user_change", args=[boris.pk])
    data = {"username": "Bob", "about": "", "time_zone": "UTC", "is_staff": "on", "is_superuser": "on"}
    assert staff.post(page, data).status_code == 403
    assert User.objects.filter(username="Boris", is_active=True, is_staff=False, is_superuser=False).exists()
    assert reverse("moderation_person", args=["Boris"]) in staff.get(page).content.decode()


def test_staff_cannot_raise_themselves(client, admin):
    admin.is_superuser = False
    admin.save()
    admin.user_permissions.set(admin.user_permissions.model.objects.filter(codename__in=["change_user", "view_user"]))
    enter(client, admin)
    data = {"username": "Ada", "time_zone": "UTC", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assert client.post(reverse("admin:accounts_user_change", args=[admin.pk]), data).status_code == 403
    admin.refresh_from_db()
    assert not admin.is_superuser

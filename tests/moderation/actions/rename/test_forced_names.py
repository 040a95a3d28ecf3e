"""A name that staff have removed: still good to log in by, nobody else's, and never put back over a newer one."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import FormerName, KeptName, User
from accounts.own_data import closing, exports
from accounts.people import renaming
from accounts.signing_in.backend import find_user
from moderation.models import LoggedAction
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.moderation.staff import act

pytestmark = pytest.mark.django_db
LOG_IN, NEW_NAME = reverse("account_login"), reverse("new_name")


@pytest.fixture
def renamed(staff, boris) -> User:
    """Boris, whose name staff have removed."""
    boris.set_password(PASSWORD)
    boris.save()
    act(staff, boris, "rename")
    return User.objects.get(pk=boris.pk)


def log_in(client, login: str, **more):
    return client.post(LOG_IN, {"login": login, "password": PASSWORD, **more})


@pytest.mark.parametrize("login", ["Boris", "boris", "the neutral one", "their address"])
def test_each_of_their_names_logs_them_in_and_leads_to_choosing_another(client, renamed, login):
    typed = {"the neutral one": renamed.username, "their address": renamed.email}.get(login, login)
    answer = log_in(client, typed)
    assert (answer.status_code, answer.url) == (302, NEW_NAME)
    assert client.get(reverse("settings")).status_code == 200, "who they are is known, and nothing is closed to them"


def test_the_page_that_was_wanted_comes_after_the_name(client, renamed):
    wanted = reverse("challenges")
    answer = log_in(client, "Boris", next=wanted)
    assert answer.url.startswith(NEW_NAME)
    assert client.post(answer.url, {"username": "Bertrand"}).url == wanted


def test_a_wrong_password_is_refused_as_for_any_name(client, renamed):
    assert client.post(LOG_IN, {"login": "Boris", "password": "three blind mice"}).status_code == 200
    assert client.get(reverse("settings")).status_code == 302


@pytest.mark.parametrize("wanted", ["Boris", "BORIS", "B0ris"])
def test_nobody_takes_the_name_meanwhile_and_they_do_not_take_it_again(client, renamed, wanted):
    with pytest.raises(ValidationError):
        User.objects.refuse_taken(wanted)
    with pytest.raises(ValidationError, match="Our staff have removed this name"):
        renaming.choose_name(renamed, name=wanted)
    client.force_login(renamed)
    page = client.post(NEW_NAME, {"username": wanted})
    assert page.status_code == 422
    assert f'value="{wanted}"' in page.content.decode()


def test_once_they_have_chosen_the_former_name_is_nobodys(client, renamed):
    renaming.choose_name(renamed, name="Bertrand")
    assert find_user("Boris") is None
    assert find_user("Bertrand") == renamed
    assert log_in(client, "Bertrand").url == reverse("home")
    assert not FormerName.objects.exists()


def test_undoing_gives_the_name_back_before_and_refuses_after_another_was_chosen(staff, renamed):
    row = LoggedAction.objects.get()
    renaming.choose_name(renamed, name="Bertrand")
    refused = staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."})
    assert refused.status_code == 409
    assert "chosen the name Bertrand since" in refused.content.decode()
    assert User.objects.get(pk=renamed.pk).username == "Bertrand"
    act(staff, User.objects.get(pk=renamed.pk), "rename")
    second = LoggedAction.objects.latest("pk")
    assert staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."}).status_code == 409
    assert staff.post(reverse("moderation_undo", args=[second.pk]), {"reason": "A mistake."}).status_code == 302
    assert User.objects.get(pk=renamed.pk).username == "Bertrand"
    assert not FormerName.objects.exists()


def test_a_suspended_person_is_told_so_by_either_name(client, renamed, admin):
    restrictions.impose(renamed, restrictions.Kind.SUSPENDED, reason="Insults", by=admin, games="lost")
    answer = log_in(client, "Boris")
    assert answer.status_code == 403
    assert "You are suspended" in answer.content.decode()


def test_as_many_queries_whether_a_name_is_known_former_or_nobodys(renamed, alice, django_assert_num_queries):
    for name in ("Alice", "Boris", "Nobody-at-all"):
        with django_assert_num_queries(2):
            find_user(name)


def test_a_copy_of_their_data_tells_it_and_closing_keeps_it_from_others(renamed):
    account = dict(exports.list_sections(renamed))["account"]
    assert account["former_name"] == "Boris"
    closing.ask(renamed)
    closing.close_due(now=timezone.now() + closing.WAIT)
    assert not FormerName.objects.exists()
    assert KeptName.has("Boris")


def test_a_row_from_before_names_were_kept_is_undone_as_long_as_none_was_chosen(staff, renamed):
    FormerName.objects.all().delete()
    row = LoggedAction.objects.get()
    assert staff.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."}).status_code == 302
    assert User.objects.get(pk=renamed.pk).username == "Boris"


def test_a_computer_keeps_no_former_name(db):
    computer = UserFactory(kind="computer")
    FormerName.objects.create(user=computer, name="Robot", look="robot", taken_at=timezone.now())
    assert find_user("Robot") is None


def test_names_removed_before_they_were_kept_are_filled_in_from_the_log(staff, renamed, alice, carol):
    act(staff, alice, "rename")
    act(staff, carol, "rename")
    renaming.choose_name(User.objects.get(pk=alice.pk), name="Alina")
    FormerName.objects.all().delete()
    UserFactory(username="Car0l")
    fill = import_module("moderation.migrations.0014_fill_former_names").fill
    for _ in range(2):
        fill(apps, SimpleNamespace(connection=connection))
    assert [(row.user, row.name) for row in FormerName.objects.all()] == [(renamed, "Boris")]
    assert find_user("Boris") == renamed

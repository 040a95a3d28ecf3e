"""The group of moderators, which every database has from the start."""

from io import StringIO

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.urls import reverse

from core.administration import WithStaffActions
from mastery_site.administration.moderators import MODERATORS, make_group
from tests.administration import enter
from tests.factories import GameFactory, UserFactory

OURS = ("accounts", "competition", "games", "moderation", "notifications", "mastery_site")
FOR_ADMINISTRATORS = {"mastery_site.view_announcement"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def mira():
    """Staff, and in the group; nothing else."""
    mira = UserFactory(username="Mira", is_staff=True)
    mira.groups.add(Group.objects.get(name=MODERATORS))
    return mira


def test_they_may_do_every_action_of_the_administration(mira):
    pages = [page for page in admin.site._registry.values() if isinstance(page, WithStaffActions)]
    needed = {action.permission for page in pages for action in page.staff_actions}
    assert needed
    assert {permission for permission in needed if not mira.has_perm(permission)} == set()


def test_they_may_see_what_the_administration_shows_except_what_is_for_administrators(mira):
    shown = {
        f"{model._meta.app_label}.view_{model._meta.model_name}"
        for model in admin.site._registry
        if model._meta.app_label in OURS
    }
    assert {view for view in shown if not mira.has_perm(view)} == FOR_ADMINISTRATORS


def test_they_may_change_nothing_by_hand(mira):
    assert [name for name in mira.get_all_permissions() if ".add_" in name or ".change_" in name] == []
    assert [name for name in mira.get_all_permissions() if ".delete_" in name] == []


def test_a_moderator_gets_to_a_game_and_its_actions(client, mira):
    game = GameFactory()
    page = enter(client, mira).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    decided = reverse("moderation_game", args=[game.pk])
    assert f'href="{decided}"' in page
    assert client.get(decided).status_code == 200


def test_rights_that_an_administrator_gave_stay_and_new_ones_are_added(mira):
    group = Group.objects.get(name=MODERATORS)
    group.permissions.set(Permission.objects.filter(codename="add_announcement"))
    make_group(using="default")
    held = set(group.permissions.values_list("codename", flat=True))
    assert {"add_announcement", "answer_report", "view_user"} <= held


def test_migrating_again_makes_no_second_group():
    call_command("migrate", verbosity=0, stdout=StringIO())
    assert Group.objects.filter(name=MODERATORS).count() == 1

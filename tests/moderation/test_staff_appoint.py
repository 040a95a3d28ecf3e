"""What administrators do to the rights of others: done, logged, undone."""

import html

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.conduct import rights
from accounts.models import User
from moderation.models import LoggedAction
from tests.factories import UserFactory
from tests.moderation.staff import act, make_moderator, open_as

pytestmark = pytest.mark.django_db


def test_an_administrator_makes_moderators_and_unmakes_them(admin, boris, alice):
    boss, group = open_as(admin), make_moderator().groups.get()
    boris.user_permissions.add(Permission.objects.get(codename="help_user"))
    page = act(boss, boris, "appoint", rank=f"group-{group.pk}", preview="1")
    assert "Rights: Player → Staff: Moderators" in html.unescape(page.content.decode())
    assert act(boss, boris, "appoint", rank=f"group-{group.pk}").status_code == 302
    boris = User.objects.get(pk=boris.pk)
    assert rights.role_of(boris) == rights.Role.MODERATOR
    assert not boris.user_permissions.exists()
    assert act(open_as(boris), alice, "appoint", rank="administrator").status_code == 403
    assert act(open_as(boris), alice, "note").status_code == 302
    (row,) = LoggedAction.objects.filter(action="appoint")
    assert row.after["groups"] == [group.pk]
    assert boss.post(reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake."}).status_code == 302
    boris = User.objects.get(pk=boris.pk)
    assert (rights.role_of(boris), boris.user_permissions.count()) == (rights.Role.PLAYER, 1)


def test_administrators_change_each_other_s_rights_but_not_their_own(admin):
    other = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    boss = open_as(admin)
    assert "Change rights" in boss.get(reverse("moderation_person", args=["Olga"])).content.decode()
    assert act(boss, other, "appoint", rank="player").status_code == 302
    assert act(boss, admin, "appoint", rank="player").status_code == 403
    assert not User.objects.get(pk=other.pk).is_staff
    assert User.objects.get(pk=admin.pk).is_superuser

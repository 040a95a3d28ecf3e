"""Who is a member of staff, and in which group. Besides this, only the command that makes an administrator gives
rights."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group

from accounts.models import User
from accounts.words import done, refusals
from core.refusal import Refusal

PLAYER, ADMINISTRATOR, GROUP = "player", "administrator", "group-"


def list_ranks() -> list[tuple[str, str]]:
    """The ranks that a person may be given, with their labels: every group is one of staff."""
    groups = [(f"{GROUP}{group.pk}", str(done.STAFF_RANK(rank=group.name))) for group in Group.objects.order_by("name")]
    return [(PLAYER, str(done.PLAYER())), *groups, (ADMINISTRATOR, str(done.ADMINISTRATOR()))]


def read_rights(person: User) -> dict[str, Any]:
    """The rights as they are now, so that they can be restored later."""
    return {
        "is_staff": person.is_staff,
        "is_superuser": person.is_superuser,
        "groups": list(person.groups.order_by("pk").values_list("pk", flat=True)),
        "user_permissions": list(person.user_permissions.order_by("pk").values_list("pk", flat=True)),
    }


def read_rank(person: User) -> str:
    """The rank that a person holds: the first of their groups."""
    if not person.is_staff:
        return PLAYER
    group = None if person.is_superuser else person.groups.order_by("pk").first()
    return f"{GROUP}{group.pk}" if group else ADMINISTRATOR if person.is_superuser else PLAYER


def appoint(person: User, rank: str) -> None:
    """Gives a locked person a rank of `list_ranks` in place of their former rights."""
    group = [int(rank.removeprefix(GROUP))] if rank.startswith(GROUP) else []
    rights = {"is_staff": rank != PLAYER, "is_superuser": rank == ADMINISTRATOR}
    write_rights(person, {**rights, "groups": group, "user_permissions": []})


def write_rights(person: User, rights: dict[str, Any]) -> None:
    """Restores what `read_rights` read, without groups that no longer exist.

    Raises Refusal: no_rights, for an account that nobody logs in to; taking rights from it is possible.
    """
    if any(rights.values()) and not person.is_person:
        raise Refusal(refusals.NO_RIGHTS())
    person.is_staff, person.is_superuser = rights["is_staff"], rights["is_superuser"]
    person.save(update_fields=["is_staff", "is_superuser"])
    person.groups.set(Group.objects.filter(pk__in=rights["groups"]))
    person.user_permissions.set(rights["user_permissions"])

"""Who may do what to whom: players, moderators, administrators. No other module decides it.

A moderator is active staff with the permission to answer reports, which the group of moderators has. Nobody acts on
themselves, an equal or a higher one. That nobody decides in a game of their own is asked where games are held
(`games.play.by_staff`), since that is known only then.
"""

from __future__ import annotations

from enum import IntEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.words import refusals
from core.refusal import Refusal

MODERATES = "moderation.answer_report"
"""The permission that makes staff a moderator."""


class Role(IntEnum):
    """In ascending order of rights."""

    GUEST = 0
    PLAYER = 1
    MODERATOR = 2
    ADMINISTRATOR = 3


def role_of(user: User | AnonymousUser) -> Role:
    """A member of staff counts as what their rights make of them now, whatever they were before."""
    if not isinstance(user, User):
        return Role.GUEST
    if not (user.is_active and user.is_staff):
        return Role.PLAYER
    if user.is_superuser:
        return Role.ADMINISTRATOR
    return Role.MODERATOR if user.has_perm(MODERATES) else Role.PLAYER


def moderates(user: User | AnonymousUser) -> bool:
    """Whether the pages of moderation are for them."""
    return role_of(user) >= Role.MODERATOR


def list_moderators() -> QuerySet[User]:
    """Everybody for whom the pages of moderation are, administrators too; one query."""
    app, _, name = MODERATES.partition(".")
    of_group = Q(groups__permissions__content_type__app_label=app, groups__permissions__codename=name)
    of_person = Q(user_permissions__content_type__app_label=app, user_permissions__codename=name)
    staff = User.objects.filter(is_staff=True, is_active=True)
    return staff.filter(pk__in=staff.filter(Q(is_superuser=True) | of_group | of_person).values("pk"))


def administers(user: User | AnonymousUser) -> bool:
    """Whether they run the site: its switches, and everything that a moderator may not decide."""
    return role_of(user) >= Role.ADMINISTRATOR


def may_act_on(staff: User, person: User) -> bool:
    """Whether one may restrict the other, or lift a restriction.

    Staff who are no moderators count as one here, so that only an administrator acts on those who help to run the site.
    """
    rank = Role.ADMINISTRATOR if person.is_superuser else max(role_of(person), Role.MODERATOR * person.is_staff)
    return staff.pk != person.pk and moderates(staff) and role_of(staff) > rank


def require_moderator(staff: User) -> None:
    """Raises Refusal: not_yours."""
    if not moderates(staff):
        raise Refusal(refusals.FOR_MODERATORS(), status=403)


def require_over(staff: User, person: User) -> None:
    """Raises Refusal: not_yours, not_over."""
    require_moderator(staff)
    if not may_act_on(staff, person):
        raise Refusal(refusals.NOT_OVER(), status=403)


def require_appoint(staff: User, person: User) -> None:
    """Raises Refusal unless the one may change the other's rights: not_yours, not_over."""
    if not administers(staff):
        raise Refusal(refusals.FOR_ADMINISTRATORS(), status=403)
    if staff.pk == person.pk:
        raise Refusal(refusals.OWN_RIGHTS(), status=403)

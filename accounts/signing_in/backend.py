"""Checks a name or email address with a password, hashing once whether or not there is such an account."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import get_user_by_username
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import User
from accounts.people import renaming
from core.prepared import PreparedQuery


class Backend(AuthenticationBackend):
    """Hashes a password exactly once, also if nobody is found.

    allauth's own backend looks for an address as a name, too, and hashes each time; that it took twice as long showed
    that an account exists.
    """

    def get_user(self, user_id: Any) -> User | None:
        """The user of a session; nobody while they are suspended, and no computer or guest, whatever sessions there
        are."""
        user = next(iter(find_by_number(user_id)), None)
        if user is None or not user.is_person or not self.user_can_authenticate(user):
            return None
        if not user.restricted:
            return user
        return None if restrictions.find(user.pk, restrictions.Activity.SIGN_IN, now=timezone.now()) else user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("email") or credentials.get("username") or ""
        return self._check_password(find_user(login), credentials["password"])


@PreparedQuery
def find_by_number(pk: int) -> QuerySet[User]:
    """Prepared, since each request of somebody who has logged in asks it."""
    return User.objects.filter(pk=pk)


def find_user(login: str) -> User | None:
    """The user with this name or email address, never a computer or a guest; no name has an @ in it.

    A name that staff have removed is that of whoever had it, until they have chosen another. As many queries are made
    for every name.
    """
    if "@" in login:
        found = User.objects.filter(email=login.lower()).first()
    else:
        named, former = get_user_by_username(login), renaming.find_by_former(login)
        found = named or former
    return found if found and found.is_person else None

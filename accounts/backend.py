"""Checks a name or mail address with a password: by one hashing, whether somebody bears it or not."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import get_user_by_username
from django.http import HttpRequest

from accounts.models import User


class Backend(AuthenticationBackend):
    """allauth's own looks for an address as a name too, and hashes each time: two hashings told of an account.

    Where nobody is found, it hashes the password all the same.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("email") or credentials.get("username") or ""
        return self._check_password(find_user(login), credentials["password"])


def find_user(login: str) -> User | None:
    """Whoever bears this name or mail address; no name has an @ in it."""
    if "@" in login:
        return User.objects.filter(email=login.lower()).first()
    return get_user_by_username(login)

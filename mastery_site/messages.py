"""Messages for the next page wait in a cookie, so that a turn writes no row for them; long ones wait in the session."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(FallbackStorage):
    storage_classes = (HostCookieStorage, SessionStorage)

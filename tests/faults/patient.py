"""The site's pages, where a request to a silent Redis would wait for a day: so a test sees that none of them asks."""

from django.conf import settings

from core import waker
from mastery_site.wsgi import application

__all__ = ["application"]

DAY = 86_400
PATIENCE = {"socket_connect_timeout": DAY, "socket_timeout": DAY}

waker.PATIENCE.update(PATIENCE)
settings.CACHES["default"]["OPTIONS"].update(PATIENCE)

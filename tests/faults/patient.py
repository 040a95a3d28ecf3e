"""The site's pages, where whoever asked a silent Redis would wait for a day: so a test sees that none of them asks."""

from django.conf import settings

from mastery_site.wsgi import application
from notifications import wake

__all__ = ["application"]

DAY = 86_400
PATIENCE = {"socket_connect_timeout": DAY, "socket_timeout": DAY}

wake.PATIENCE.update(PATIENCE)
settings.CACHES["default"]["OPTIONS"].update(PATIENCE)

"""The ASGI entry of the site."""

import os

from django.core.asgi import get_asgi_application

from mastery_site.checks import refuse_faults

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

refuse_faults()
application = get_asgi_application()

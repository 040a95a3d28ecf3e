"""The WSGI entry of the site."""

import os

from django.core.wsgi import get_wsgi_application

from mastery_site.checks import refuse_faults
from mastery_site.content_type import read_as_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

refuse_faults()
application = read_as_utf8(get_wsgi_application())

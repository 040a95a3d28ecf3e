"""The WSGI entry of the site."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

from mastery_site.checks.environment import refuse_faults
from mastery_site.serving.content_type import read_as_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

refuse_faults()
django_application = get_wsgi_application()
import_module("mastery_site.checks.readiness").refuse_unready(pages=True)  # it needs what was just set up
application = read_as_utf8(import_module("mastery_site.serving.static_files").serve_records(django_application))

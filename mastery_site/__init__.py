"""The Django project: settings, addresses and the Celery application. This module imports none of them, because the
supervisor loads it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

VERSION = "1.1.0"
"""The version, as CHANGELOG.md names it. Databases of version 1.0.0 and later can be migrated to it."""

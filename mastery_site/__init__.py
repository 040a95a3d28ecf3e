"""The Django project: settings, addresses, and the Celery application. What supervises it loads nothing of it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

VERSION = "1.1.0"
"""As CHANGELOG.md tells of it. Databases of 1.0.0 and later are kept."""

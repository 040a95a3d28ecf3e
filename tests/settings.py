"""Settings of the tests: the site's own on the embedded database, in a folder that is thrown away at the end.

`tests.settings_postgres` is the same on PostgreSQL. Whatever the developer's environment sets is left out.
"""

import atexit
import os
import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "PORT", "DEBUG"):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = folder = tempfile.mkdtemp(prefix="site-tests-")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in the tests' own thread
atexit.register(shutil.rmtree, folder, ignore_errors=True)

from mastery_site.settings import *  # noqa: E402, F403
from mastery_site.settings import DATABASES, LOGGING  # noqa: E402

DATABASES["default"]["TEST"] = {"NAME": Path(folder) / "test.sqlite3"}  # a file: threads get connections of their own
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": folder}}
PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("MD5", "PBKDF2")]
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT = "memory://", None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
TURN_NOTICE_WAIT = TURN_NOTICE_GAP = timedelta()  # tests of these set them; others look at what is sent
WHITENOISE_AUTOREFRESH = True  # no scan of every static file for each client
LOGGING["loggers"]["mail.log"] = {"level": "WARNING"}  # every word that an SMTP sink hears
PROBE_URL = ""  # no test asks a page of a process but those that run one
NO_SERVER = ""  # why the database of these settings is not to be had

"""The tests' settings on PostgreSQL: TEST_DATABASE_URL, or a server of the wheel that lives as long as the run.

    pytest --ds=tests.settings_postgres

The first process of a run starts the server; workers of pytest-xdist find its address in their environment and add
their names to the name of the test database.
"""

import atexit
import os
from contextlib import ExitStack

from mastery_site.environment import backends
from tests import servers
from tests.settings import *  # noqa: F403
from tests.settings import DATA_DIR, env

NO_SERVER = ""
if not os.environ.get("TEST_DATABASE_URL"):
    stack = ExitStack()
    try:
        os.environ["TEST_DATABASE_URL"] = stack.enter_context(servers.run_postgres())
    except Exception as error:
        NO_SERVER = f"PostgreSQL does not start: {error}"
    else:
        atexit.register(stack.close)

if not NO_SERVER:
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]
    DATABASES = {"default": backends.database(env, embedded=False, data_dir=DATA_DIR)}
    DATABASES["default"]["OPTIONS"]["application_name"] = "tests"  # which are no site that runs
    del os.environ["DATABASE_URL"]  # processes that tests start say themselves what they run on

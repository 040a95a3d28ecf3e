"""Values are prepared for PostgreSQL in the same way, however many threads begin with one at once."""

import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from uuid import uuid4

from psycopg import adapters
from psycopg.adapt import AdaptersMap, PyFormat

from mastery_site.database import adapting
from tests.rows import each_row

adapting.look_up_types()  # as a site on PostgreSQL does when it starts


class Interrupted(dict):
    """Lets another thread go first, to its end, before the type `kind` is looked for by its name."""

    def __init__(self, known, *, kind, other):
        super().__init__(known)
        self.name, self.other = f"{kind.__module__}.{kind.__qualname__}", other

    def get(self, key, default=None):
        if key == self.name and threading.current_thread() is threading.main_thread():
            thread = threading.Thread(target=self.other)
            thread.start()
            thread.join()
        return super().get(key, default)


@each_row("form", list(PyFormat))
@each_row(
    "value",
    [datetime.now(UTC), timedelta(days=1), ip_address("127.0.0.1"), ip_address("::1"), uuid4()],
    ids=lambda value: type(value).__name__,
)
def test_a_thread_that_is_overtaken_finds_what_the_other_found(value, form):
    found, known = [], AdaptersMap(adapters)

    def look():
        found.append(known.get_dumper(type(value), form))

    known._dumpers = {each: Interrupted(types, kind=type(value), other=look) for each, types in known._dumpers.items()}
    look()
    assert len(set(found)) == 1

"""Runs calls at the same instant, each in a thread with a database connection of its own."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from tests.servers import START_WITHIN
from tests.sharing import is_on_postgres


def run_together(calls: Sequence[Callable[[], object]]) -> list[object]:
    """What each call returned, or the exception it raised, in order. For tests with `transactional_db`.

    Connections come from the pool: where it is smaller than the crowd, the others queue for one, as in production.
    """
    barrier = Barrier(len(calls), timeout=START_WITHIN)

    def run(call: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def count_rounds(name: str, default: int) -> int:
    """How often a test repeats itself: FAULT_ROUNDS_<NAME> where set; else on SQLite a third of the default, where
    one transaction writes at a time, so that two have two orders and not any interleaving."""
    return int(os.environ.get(f"FAULT_ROUNDS_{name}", default if is_on_postgres() else -(-default // 3)))


def is_anybody_waiting() -> bool:
    """Whether a transaction waits for a lock of another, on PostgreSQL; also asked within a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
        return cursor.fetchone() is not None

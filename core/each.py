"""Does something to each of many rows, so that one that fails stops no other.

What fails is logged, and is tried again when the task that asks for it next runs. A task that goes through rows does so
by this; `tests/site/neighbours/` holds each to it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from core.refusal import Refusal

Key = TypeVar("Key")
NEVER = float("inf")
logger = logging.getLogger(__name__)


class Tally(NamedTuple):
    """How many were done, as `act` counted them; could not be done, as may happen; and failed."""

    done: int = 0
    refused: int = 0
    failed: int = 0


def do_each(
    keys: Iterable[Key],
    act: Callable[[Key], int | None],
    *,
    fault: str,
    expected: type[Exception] | tuple[type[Exception], ...] = Refusal,
    until: float = NEVER,
) -> Tally:
    """Calls `act` with each of these, one after another, and no more once `time.monotonic()` has reached `until`.

    `act` has a transaction of its own, and returns how many it did, or whether it did any; None counts as one.
    `expected` is raised where nothing is to be done any more. `fault` is what is logged of another exception, with
    `%s` for the key, or for the first of several that belong together.
    """
    done = refused = failed = 0
    for key in keys:
        if time.monotonic() >= until:
            break
        try:
            count = act(key)
        except expected as error:
            logger.info("%s: %r", key, error)
            refused += 1
        except Exception:
            logger.exception(fault, key[0] if isinstance(key, tuple) else key)
            failed += 1
        else:
            done += 1 if count is None else int(count)
    return Tally(done, refused, failed)


def do_many(keys: Sequence[Key], act: Callable[[Sequence[Key]], int | None], *, fault: str) -> Tally:
    """Calls `act` with all of these in one transaction; if that fails, with each alone in one of its own."""
    try:
        with transaction.atomic():
            count = act(keys)
    except Exception:
        return do_each(keys, transaction.atomic(lambda key: act([key])), fault=fault)
    return Tally(len(keys) if count is None else count)


def do_steps(steps: Mapping[str, Callable[[], int | None]]) -> dict[str, int]:
    """Takes the steps of a task one after another, also if one before has failed, and returns what each counted.

    Raises the first exception at the end, so that the task counts as failed.
    """
    counts: dict[str, int] = {}
    faults: list[Exception] = []
    for name, step in steps.items():
        try:
            counts[name] = step() or 0
        except Exception as error:
            logger.exception("Step %s failed", name)
            faults.append(error)
    if faults:
        raise faults[0]
    return counts


def delete_all(
    rows: QuerySet[Any],
    *,
    batch: int,
    fault: str,
    until: float = NEVER,
    delete: Callable[[Sequence[Any]], int] | None = None,
) -> int:
    """Deletes these rows in their order, so many in each transaction; returns how many were deleted.

    What cannot be deleted is passed over. `delete` does it by keys, where it is not done as usual.
    """
    delete = delete or (lambda keys: rows.filter(pk__in=keys).delete()[0])
    done = kept = 0
    while time.monotonic() < until and (keys := list(rows.values_list("pk", flat=True)[kept : kept + batch])):
        tally = do_many(keys, delete, fault=fault)
        done, kept = done + tally.done, kept + tally.failed
    return done

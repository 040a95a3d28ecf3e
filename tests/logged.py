"""The errors that the site logs and survives: a test in which all goes well hears of none."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from tests.apps import APPS

TALKERS = (*APPS, "django")


class FaultHandler(logging.Handler):
    def __init__(self, faults: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.faults = faults

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.faults.append(f"logged: {record.getMessage()} {record.exc_info[1]!r}")


@contextmanager
def hearing_faults(faults: list[str], *, quiet: bool = False) -> Iterator[None]:
    """Adds each fault that the apps log to the list; when `quiet`, neither they nor Django print anything meanwhile."""
    handler = FaultHandler(faults)
    for name in APPS:
        logging.getLogger(name).addHandler(handler)
    for name in TALKERS:
        logging.getLogger(name).propagate = not quiet
    try:
        yield
    finally:
        for name in TALKERS:
            logging.getLogger(name).propagate = True
            logging.getLogger(name).removeHandler(handler)

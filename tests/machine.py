"""What a test needs of the machine, and what becomes of the test where that is not to be had."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TypeVar

import pytest

from tests import servers

T = TypeVar("T")


def miss(reason: str) -> None:
    """Skips the test because the machine lacks something; where CI is set, fails it."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and with CI set nothing may be skipped", pytrace=False)
    pytest.skip(reason)


@contextmanager
def start(server: AbstractContextManager[T]) -> Iterator[T]:
    """What such a server yields; skips the test where the machine lacks it."""
    with ExitStack() as stack:
        try:
            told = stack.enter_context(server)
        except servers.Missing as error:
            miss(str(error))
        yield told

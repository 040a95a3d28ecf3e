"""Since when this process has been running. A process that has only just started cannot have heard of all others
yet."""

import time
from datetime import datetime, timedelta

_began = time.monotonic()


def started_at(now: datetime) -> datetime:
    return now - timedelta(seconds=time.monotonic() - _began)

"""Since when this process runs. Whoever has only just begun cannot have heard of everybody."""

import time
from datetime import datetime, timedelta

_began = time.monotonic()


def started_at(now: datetime) -> datetime:
    return now - timedelta(seconds=time.monotonic() - _began)

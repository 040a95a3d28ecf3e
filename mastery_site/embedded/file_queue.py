"""The queue as files, for the embedded site. It mends two faults of kombu's: half-written files, and readers that stop.

kombu creates a file and then fills it. A worker that read the file in between ended. So did a worker that read what a
full disk or a killed process had left. If the table of queues was empty, every worker that started afterwards ended.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from fcntl import LOCK_EX, flock
from pathlib import Path
from time import time_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Raises ChannelError where a file cannot be written."""

    def _put(self, queue: str, payload: dict[str, Any], **more: Any) -> None:  # type: ignore[override]  # as kombu's
        name = f"{time_ns():020}_{uuid4()}.{queue}.msg"  # sorting by name gives the order in which they were sent
        write_whole(Path(self.data_folder_out) / name, payload)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        """Returns the first message that can be read. kombu has already removed the unreadable ones from the queue.
        Raises Empty."""
        while True:
            with suppress(ValueError, RecursionError):
                message = super()._get(queue)
                if isinstance(message, dict):
                    return message
            logger.warning(
                "A message in the queue %s could not be read. What it was about is found by the sweep", queue
            )

    def get_table(self, exchange: str) -> list[Any]:
        """Returns the queues of an exchange. It returns none if their table cannot be read; binding a queue repairs the
        table."""
        with suppress(ValueError, TypeError, RecursionError):
            found: list[Any] = super().get_table(exchange)
            return found
        return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        wanted = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        try:
            self.control_folder.mkdir(exist_ok=True)
            with (self.control_folder / "lock").open("w") as lock:
                flock(lock, LOCK_EX)
                if wanted not in (known := self.get_table(exchange)):
                    write_whole(self._exchange_file(exchange), [wanted, *known])
        except OSError as error:
            raise ChannelError(f"{self.control_folder} cannot be written: {error.strerror}") from error


class Transport(filesystem.Transport):
    Channel = Channel


def write_whole(path: Path, value: Any) -> None:
    """Writes a file that appears only when it is complete. Raises ChannelError."""
    content, draft = str_to_bytes(dumps(value)), path.with_name(f".{uuid4()}")
    try:
        try:
            file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                while content:
                    content = content[os.write(file, content) :]
            finally:
                os.close(file)
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ChannelError(f"{path} cannot be written: {error.strerror}") from error

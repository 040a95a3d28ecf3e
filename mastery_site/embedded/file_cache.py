"""The file cache of an embedded site. It holds the counters that protect passwords, so it removes expired entries
first."""

from __future__ import annotations

from contextlib import suppress

from django.core.cache.backends.filebased import FileBasedCache


class FileCache(FileBasedCache):
    """Makes room by deleting expired entries first. Django's own class deletes any third of the entries, and deletes
    expired entries only when they are read."""

    def _cull(self) -> None:
        files = self._list_cache_files()  # type: ignore[attr-defined]  # the stubs lack it
        if len(files) <= self._max_entries:  # type: ignore[attr-defined]
            return
        for name in files:
            with suppress(OSError), open(name, "rb") as file:
                self._is_expired(file)  # type: ignore[attr-defined]  # this deletes the file if it has expired
        super()._cull()  # type: ignore[misc]

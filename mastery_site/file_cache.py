"""The cache in files of an embedded site, in which what guards passwords is counted: what still counts is lost last."""

from __future__ import annotations

from contextlib import suppress

from django.core.cache.backends.filebased import FileBasedCache


class FileCache(FileBasedCache):
    """Makes room by deleting what has expired. Django's own deletes any third, and expired entries only when they are
    read."""

    def _cull(self) -> None:
        files = self._list_cache_files()  # type: ignore[attr-defined]  # the stubs leave it out
        if len(files) <= self._max_entries:  # type: ignore[attr-defined]
            return
        for name in files:
            with suppress(OSError), open(name, "rb") as file:
                self._is_expired(file)  # type: ignore[attr-defined]  # which deletes it if it is
        super()._cull()  # type: ignore[misc]

"""Keeps memory that has been freed from staying with the process: settings of the C library, made before threads begin.

glibc gives each thread an arena of its own and lets large blocks live among small ones, where what is freed between two
that are in use is lost. Elsewhere, where there are no such settings, nothing is done.
"""

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""From malloc.h."""
LARGE = 128 * 1024
"""Bytes: larger blocks are pages of their own and go back at once, and so does the free end of the heap."""
ARENAS = 2


def return_what_is_freed() -> None:
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for name, value in ((M_ARENA_MAX, ARENAS), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE)):
            mallopt(name, value)

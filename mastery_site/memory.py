"""Makes the C library return freed memory to the system. It is called before any thread starts.

glibc gives each thread an arena of its own and mixes large blocks with small ones, so it cannot return freed memory
between two blocks in use. On systems that lack these settings nothing happens.
"""

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""The numbers of these settings in malloc.h."""
LARGE = 128 * 1024
"""Bytes. Larger blocks have pages of their own, which go back to the system at once. The free end of the heap goes back
when it is larger than this."""
ARENAS = 2


def return_what_is_freed() -> None:
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for name, value in ((M_ARENA_MAX, ARENAS), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE)):
            mallopt(name, value)

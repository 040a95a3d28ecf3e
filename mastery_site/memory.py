"""Makes the C library return freed memory to the system; it is called before any thread starts.

glibc gives each thread an arena of its own and places large blocks among small ones, so that what is freed between two
blocks in use is not returned. On systems without these settings nothing is done.
"""

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""From malloc.h."""
LARGE = 128 * 1024
"""Bytes. Larger blocks have pages of their own, which go back at once; so does the free end of the heap beyond this
size."""
ARENAS = 2


def return_what_is_freed() -> None:
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for name, value in ((M_ARENA_MAX, ARENAS), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE)):
            mallopt(name, value)

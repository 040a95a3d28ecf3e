"""Ties a process to its parent: when the parent dies, by `kill -9` too, the kernel ends the child."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)  # loaded here: between fork and exec as little as possible should happen


def die_with_parent(parent: int) -> None:
    """To be called early in the child, with its parent's process id. On systems other than Linux it does nothing."""
    if not sys.platform.startswith("linux"):
        return
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the kernel was asked
        os.kill(os.getpid(), signal.SIGKILL)

"""Ties a process to its parent: when the parent dies, by `kill -9` too, the kernel ends the child."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)  # loaded here, since as little as possible should happen between fork and exec


def die_with_parent(parent: int) -> None:
    """The child calls this early, with its parent's process id. On systems other than Linux it does nothing."""
    if not sys.platform.startswith("linux"):
        return
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the kernel was asked
        os.kill(os.getpid(), signal.SIGKILL)

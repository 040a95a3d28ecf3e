"""How gunicorn serves the site: one worker process of eight threads, which dies with gunicorn's master process.

A thread reads the request that it answers, so it waits for a client that sends slowly. A public site therefore stands
behind a proxy that hands over whole requests (docs/operations.md); an embedded one listens to its own machine alone.
"""

import gc
import os
import socket
import struct
from typing import Any

from django.conf import settings

from mastery_site.checks.environment import refuse_faults
from mastery_site.processes import pulse
from mastery_site.processes.pdeathsig import die_with_parent

bind = [f"[{settings.BIND}]:{settings.PORT}" if ":" in settings.BIND else f"{settings.BIND}:{settings.PORT}"]
worker_class = "gthread"
workers = 1
threads = 8
sendfile = False  # it would wait forever for a client that does not read
graceful_timeout = 5
# This must be longer than the reverse proxy keeps an idle connection (deploy/Caddyfile): the proxy must be the one that
# ends it. Otherwise the proxy may send a request on a connection that gunicorn closes at that moment.
keepalive = 2 if settings.EMBEDDED else 75
loglevel = "warning"
control_socket_disable = True
# In memory: a busy disk would stall the heartbeat.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

ANSWER_BUFFER, ANSWER_WITHIN = 1_000_000, 10
"""Bytes of an answer that the kernel is asked to hold for a slow reader, and the seconds that a thread waits until it
takes each further piece. Linux holds 416 kB by itself, and our largest page has 240."""

# The settings say which headers of a reverse proxy the site accepts. Gunicorn itself would accept the scheme and
# SCRIPT_NAME from any program on this machine, even if that program only passes on what a visitor sent.
forwarded_allow_ips = ""
forwarder_headers = ""


def on_starting(server: object) -> None:
    """Gunicorn calls this before it starts any worker. Two workers that fail at once would end gunicorn with a
    traceback."""
    refuse_faults()


def post_fork(server: object, worker: object) -> None:
    """Gunicorn calls this in each new worker."""
    die_with_parent(os.getppid())


def post_worker_init(worker: Any) -> None:
    """Gunicorn calls this when a worker has loaded the site. Those objects stay, so the garbage collector need not
    visit them again.

    A page makes thousands of short-lived objects and hardly any cycles, so the collector runs less often for the rest,
    too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    keep_answers(worker)
    pulse.watch(pulse.Pool(worker.tpool))


def keep_answers(worker: Any) -> None:
    """Lets a thread write a page at once, however slowly it is read. Connections inherit this from their listener."""
    for listener in worker.sockets:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ANSWER_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", ANSWER_WITHIN, 0))

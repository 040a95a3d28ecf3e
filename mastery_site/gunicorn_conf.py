"""How gunicorn serves the site: one worker process of eight threads, which dies with gunicorn's master process.

No thread ever waits for a client: see `request_buffering`.
"""

import gc
import os
from typing import Any

from django.conf import settings

from mastery_site import pulse
from mastery_site.checks import refuse_faults
from mastery_site.pdeathsig import die_with_parent

bind = [f"[{settings.BIND}]:{settings.PORT}" if ":" in settings.BIND else f"{settings.BIND}:{settings.PORT}"]
worker_class = "mastery_site.request_buffering.BufferingWorker"
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
    pulse.watch(pulse.Pool(worker.tpool))

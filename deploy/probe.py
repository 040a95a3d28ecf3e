"""Asks a page of the web process for Docker's health check: exit status 0 where it answers 200. Standard library only.

python deploy/probe.py /livez
"""

import os
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit


def ask(path: str) -> int:
    """The status of the answer, asked as the reverse proxy would ask. Raises OSError."""
    site = urlsplit(os.environ["SITE_URL"])
    connection = HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=5)
    connection.request("GET", path, headers={"Host": site.netloc, "X-Forwarded-Proto": site.scheme})
    return connection.getresponse().status


if __name__ == "__main__":
    sys.exit(ask(sys.argv[1]) != 200)

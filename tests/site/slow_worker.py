"""A program and a worker that tests of `mastery_site.request_buffering` give to gunicorn."""

import time

from mastery_site.request_buffering import BufferingWorker


class PatientWorker(BufferingWorker):
    """Gives nobody up while a test runs: what has to wait for a client would wait for an hour. It keeps little."""

    request_within, answer_within = 3600.0, 3600
    most_held, most_taken = 8_000_000, 4_000_000


class HastyWorker(PatientWorker):
    """Gives up after a second."""

    request_within = 1.0


def application(environ, start_response):
    """Answers with what it was sent; `/unread` with nothing of it; `/slow` after a while."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.3)
    body = b"" if environ["PATH_INFO"] == "/unread" else environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body) + 1))])
    return [body + b"."]

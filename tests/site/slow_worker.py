"""A program and a worker that tests of `mastery_site.request_buffering` give to gunicorn."""

from mastery_site.request_buffering import BufferingWorker


class HastyWorker(BufferingWorker):
    """Gives up after a second, lest tests wait for a minute."""

    request_within = 1.0


def application(environ, start_response):
    """Answers with what it was sent; `/unread` with nothing of it."""
    body = b"" if environ["PATH_INFO"] == "/unread" else environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body) + 1))])
    return [body + b"."]

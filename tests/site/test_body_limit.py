"""A body of more than a megabyte, or of a length that nobody knows, is refused before anything reads it."""

import io

import pytest

from mastery_site.serving.body_limit import MOST_BODY

FORM = "application/x-www-form-urlencoded"


class Unread(io.BytesIO):
    """A body that must not be read."""

    def read(self, *args):
        raise AssertionError("The body was read.")

    readline = readlines = __iter__ = read


@pytest.fixture
def send(client):
    def send(path, body, **headers):
        length = headers.pop("CONTENT_LENGTH", "")
        given = {"wsgi.input": body, "CONTENT_TYPE": FORM, **({"CONTENT_LENGTH": length} if length else {}), **headers}
        return client.request(REQUEST_METHOD="POST", PATH_INFO=path, **given)

    return send


@pytest.mark.parametrize("path", ["/account/login/", "/mail-replies/postmark/", "/nothing/"])
def test_more_than_a_megabyte_is_refused_with_a_sentence(db, send, path):
    answer = send(path, Unread(), CONTENT_LENGTH=str(MOST_BODY + 1))
    assert answer.status_code == 413
    assert answer.content.decode() == "This is more than the site takes at once: a megabyte.\n"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "Content-Security-Policy" in answer


def test_a_body_in_chunks_is_refused_with_a_sentence(db, send):
    """Django would take it for empty, and the form with it."""
    answer = send("/account/login/", Unread(), HTTP_TRANSFER_ENCODING="chunked")
    assert answer.status_code == 411
    assert answer.content.decode() == "This site takes no request whose length is not given first.\n"


def test_a_megabyte_is_taken(db, send):
    body = b"login=nobody&password=".ljust(MOST_BODY, b"x")
    answer = send("/account/login/", io.BytesIO(body), CONTENT_LENGTH=str(MOST_BODY))
    assert answer.status_code == 200
    assert "nobody" in answer.content.decode()


@pytest.mark.parametrize("length", ["", "0"])
def test_a_request_without_a_body_is_answered(db, send, length):
    assert send("/account/login/", io.BytesIO(), CONTENT_LENGTH=length).status_code == 200

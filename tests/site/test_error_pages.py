"""403, 404 and 500 in the site's own look, and what they need to be drawn: nothing."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.views import defaults


@pytest.mark.parametrize(
    ("view", "status", "words"),
    [
        (
            lambda request: defaults.permission_denied(request, PermissionDenied("Only the two players.")),
            403,
            "Only the two players.",
        ),
        (lambda request: defaults.page_not_found(request, Exception()), 404, "There’s nothing on this square"),
        (defaults.server_error, 500, "Something went wrong on our side"),
    ],
)
def test_an_error_page_is_styled_and_asks_nothing_of_the_database(view, status, words):
    response = view(RequestFactory().get("/"))
    assert response.status_code == status
    page = response.content.decode()
    assert words in page
    assert "css/site.css" in page


def test_a_forged_form_is_refused_with_a_page(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post("/challenges/new/", {"audience": "anyone"})
    assert response.status_code == 403
    assert "Please send that again" in response.content.decode()


def test_the_text_of_a_form_that_was_open_too_long_is_shown_but_no_password(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    words = {"text": "Pd4-d5", "note": "<b>Shall we?</b>\nNow", "password": "open sesame"}
    page = client.post("/games/1/play/", words).content.decode()
    assert "Pd4-d5" in page
    assert "&lt;b&gt;Shall we?&lt;/b&gt;<br>Now" in page
    assert 'href="/games/1/"' in page
    assert "sesame" not in page

"""Old addresses redirect to the new ones, and keep what followed in the path and the query."""

import pytest

from tests.rows import each_row


@each_row(
    ("old", "new"),
    [
        ("/settings/off-time/", "/settings/vacation/"),
        ("/settings/notices/when/?saved=1", "/settings/notifications/when/?saved=1"),
        ("/notices/?page=2", "/inbox/?page=2"),
        ("/notices//evil.example/", "/inbox//evil.example/"),
    ],
)
def test_it_leads_to_the_new_one_for_good(client, old, new):
    response = client.get(old)
    assert (response.status_code, response.url) == (301, new)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/settings/vacation/", "/settings/notifications/", "/inbox/"])
def test_there_is_a_page_at_each(client, alice, page):
    client.force_login(alice)
    assert client.get(page).status_code == 200

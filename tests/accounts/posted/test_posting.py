"""An address that a form posts to leads to the page of the form when it is opened, or posted to while logged out."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse


@pytest.mark.django_db
def test_the_address_to_which_a_browser_tells_its_zone_leads_to_the_settings(client, alice):
    address = reverse("learn_time_zone")
    assert client.get(address).url == reverse("settings")
    asked = urlsplit(client.post(address, {"time_zone": "Asia/Tokyo"}).url)
    assert asked.path == reverse("account_login")
    assert parse_qs(asked.query)["next"] == [reverse("settings")]

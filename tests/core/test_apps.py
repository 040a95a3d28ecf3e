"""Each app of the site connects its receivers: Django must find its own configuration, and not the bare one."""

import pytest
from django.apps import apps

from core.apps import SiteAppConfig


@pytest.mark.parametrize(
    "name", ["accounts", "games", "analysis", "computers", "competition", "moderation", "notifications"]
)
def test_an_app_of_the_site_has_a_configuration_of_its_own(name):
    found = apps.get_app_config(name)
    assert isinstance(found, SiteAppConfig)
    assert type(found).__module__ == f"{name}.apps"

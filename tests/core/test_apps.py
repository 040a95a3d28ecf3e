"""Each app of the site connects its receivers: Django must find its own configuration, and not the bare one."""

from django.apps import apps

from core.apps import SiteAppConfig
from tests.apps import APPS
from tests.rows import each_row


@each_row("name", [name for name in APPS if name not in ("core", "mastery_site")])
def test_an_app_of_the_site_has_a_configuration_of_its_own(name):
    found = apps.get_app_config(name)
    assert isinstance(found, SiteAppConfig)
    assert type(found).__module__ == f"{name}.apps"

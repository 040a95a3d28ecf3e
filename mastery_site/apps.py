"""The site itself as an app: its system checks, commands and static files."""

from importlib import import_module

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "mastery_site"
    verbose_name = "Site"

    def ready(self) -> None:
        import_module("mastery_site.checks")  # registers them

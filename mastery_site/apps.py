"""The site itself as an app: its system checks, commands and static files."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "mastery_site"
    verbose_name = "Site"

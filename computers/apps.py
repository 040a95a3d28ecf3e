"""Computers: their accounts, their search, and games against them."""

from core import apps


class ComputersConfig(apps.SiteAppConfig):
    name = "computers"
    verbose_name = "Computers"

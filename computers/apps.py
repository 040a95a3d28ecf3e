"""Computers: their accounts, their search, and games against them."""

from core.apps import SiteAppConfig


class ComputersConfig(SiteAppConfig):
    name = "computers"
    verbose_name = "Computers"

"""Computers: their accounts, their search, and games against them."""

from django.apps import AppConfig


class ComputersConfig(AppConfig):
    name = "computers"
    verbose_name = "Computers"

    def ready(self) -> None:
        from computers import receivers  # noqa: F401  which connect themselves

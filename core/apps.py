"""The configuration that every app of the site has: one place in it connects receivers and loads its kinds."""

from importlib import import_module

from django.apps import AppConfig


class SiteAppConfig(AppConfig):
    """Imports `receivers.py` of the app once models are loaded.

    That module connects every receiver of the app and loads what comes in kinds, so that a file that leaves something
    out stops the site from starting. Nothing else connects a receiver, except beside the kind whose notice it writes.
    An `apps.py` imports this module, not this class: Django looks for the one configuration among the names there.
    """

    def ready(self) -> None:
        import_module(f"{self.name}.receivers")

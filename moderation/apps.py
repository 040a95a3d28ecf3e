"""Reports by players, and what staff do about them."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = "Moderation"

    def ready(self) -> None:
        from games.events import staff_acted
        from moderation import log

        staff_acted.connect(log.on_staff_acted)

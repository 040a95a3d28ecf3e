"""Notifications for players: the outbox and what fills it."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        from notifications import own_data, registry  # noqa: F401  receivers connect themselves
        from notifications.scheduling import receivers  # noqa: F401  connects them

        for kinds in (registry.KINDS, registry.CHANNELS):
            kinds.load()

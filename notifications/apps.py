"""Notifications for players: the outbox and the code that fills it."""

from core import apps


class NotificationsConfig(apps.SiteAppConfig):
    name = "notifications"
    verbose_name = "Notifications"

"""Notifications for players: the outbox and what fills it."""

from core import apps


class NotificationsConfig(apps.SiteAppConfig):
    name = "notifications"
    verbose_name = "Notifications"

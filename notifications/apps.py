"""Notifications for players: the outbox and what fills it."""

from core.apps import SiteAppConfig


class NotificationsConfig(SiteAppConfig):
    name = "notifications"
    verbose_name = "Notifications"

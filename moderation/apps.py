"""Reports by players, and what staff do about them."""

from core.apps import SiteAppConfig


class ModerationConfig(SiteAppConfig):
    name = "moderation"
    verbose_name = "Moderation"

"""Reports by players, and what staff do about them."""

from core import apps


class ModerationConfig(apps.SiteAppConfig):
    name = "moderation"
    verbose_name = "Moderation"

"""The app that finds opponents for players, by standing challenges and ladders."""

from core import apps


class CompetitionConfig(apps.SiteAppConfig):
    name = "competition"
    verbose_name = "Competition"

"""Correspondence games: challenges, play, clocks, pages."""

from core import apps


class GamesConfig(apps.SiteAppConfig):
    name = "games"
    verbose_name = "Games"

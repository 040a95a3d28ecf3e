"""Correspondence games: challenges, play, clocks, pages."""

from core.apps import SiteAppConfig


class GamesConfig(SiteAppConfig):
    name = "games"
    verbose_name = "Games"

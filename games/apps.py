"""Correspondence games: challenges, play, clocks, pages."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"

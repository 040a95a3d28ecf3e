"""Private work of players: boards to analyse games on, and notes."""

from core import apps


class AnalysisConfig(apps.SiteAppConfig):
    name = "analysis"
    verbose_name = "Analysis"

"""Private work of players: boards to analyse games on, and notes."""

from core.apps import SiteAppConfig


class AnalysisConfig(SiteAppConfig):
    name = "analysis"
    verbose_name = "Analysis"

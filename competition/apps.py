"""What finds players an opponent: standing challenges and the ladder."""

from importlib import import_module

from core import apps


class CompetitionConfig(apps.SiteAppConfig):
    name = "competition"
    verbose_name = "Competition"

    def ready(self) -> None:
        """Connects its receivers after those of games, which lock games and ratings: standing challenges are locked
        after them wherever a game that runs is locked, and the ladder last."""
        import_module("games.receivers")
        super().ready()

"""Private work of players: boards to analyse games on, and notes."""

from django.apps import AppConfig

from accounts.events import account_closed, account_exporting


class AnalysisConfig(AppConfig):
    name = "analysis"
    verbose_name = "Analysis"

    def ready(self) -> None:
        from analysis import exporting, sealed
        from games.events import turn_remarked

        turn_remarked.connect(sealed.on_turn_remarked)
        account_exporting.connect(exporting.on_account_exporting)
        account_closed.connect(exporting.on_account_closed)

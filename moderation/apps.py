"""Reports by players, and what staff do about them."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = "Moderation"

    def ready(self) -> None:
        from accounts.events import account_exporting
        from computers.events import computer_switched
        from games.events import staff_acted
        from moderation import exporting, log

        staff_acted.connect(log.on_staff_acted)
        computer_switched.connect(log.on_computer_switched)
        account_exporting.connect(exporting.on_account_exporting)

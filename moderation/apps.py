"""Reports by players, and what staff do about them."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = "Moderation"

    def ready(self) -> None:
        from accounts.events import account_exporting
        from computers.events import computer_switched
        from games.events import staff_acted
        from moderation import acting, exporting, log
        from moderation.actions import registry as actions
        from moderation.signals import registry as signals
        from moderation.things import registry as things

        staff_acted.connect(acting.on_staff_acted)
        computer_switched.connect(log.on_computer_switched)
        account_exporting.connect(exporting.on_account_exporting)
        for kinds in (actions.ACTIONS, things.THINGS, signals.SIGNALS):
            kinds.load()  # so that a file that leaves something out stops the site from starting

"""Checks whether Telegram knows our bot."""

from collections.abc import Iterator

from core import outgoing
from mastery_site.doctor.contract import Asked, Examination, Line
from notifications.channels.telegram import api


class Telegram(Examination):
    name = "telegram"
    order = 80

    def is_set(self) -> bool:
        return api.is_set_up()

    def examine(self, asked: Asked) -> Iterator[Line]:
        with outgoing.Client() as client:
            yield Line(True, f"It knows our bot as @{api.Api(client).read_name()}.")


kind = Telegram()

"""Hands what it is given to a list; to Boris it leads nowhere."""

from contextlib import AbstractContextManager

from django.db.models import Exists, OuterRef

from accounts.models import User
from notifications.contract import PartialChannel
from notifications.faults import RefusedAddress
from notifications.wording.describing import describe


class Pigeon(AbstractContextManager):
    def __exit__(self, *told):
        return None

    def deliver(self, notice, *, now):
        if channel.is_blocked:
            raise RefusedAddress("The pigeon came back.")
        channel.sent.append((notice.recipient.username, notice.kind, describe(notice, now=now).get("opponent")))


class Pager(PartialChannel):
    name = "pager"
    label = "pager"
    by = "by pager"
    unreached = "No pigeon knows you."
    unreached_link = ("notice_switches", "Feed one.")
    broken = "Our pigeons do not reach you."
    is_blocked = False
    sent: list

    def __init__(self):
        self.sent = []

    def open_carrier(self):
        return Pigeon()

    def find_reached(self):
        return Exists(User.objects.filter(pk=OuterRef("pk")).exclude(username="Boris"))


channel = Pager()

"""Describes the inbox as a channel."""

from contextlib import AbstractContextManager

from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from notifications.contract import Carrier, Channel
from notifications.models import INBOX


class Inbox(Channel):
    name = INBOX
    label = _("on the site")
    by = _("on the site")
    order = 100
    is_on_site = True
    may_break = False
    test_button = _("Send a test to my inbox")
    test_sent = Sentence("test_sent", "A test is in your inbox: see the bell next to the menu.")

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.inbox.carrier import InboxCarrier  # only processes that deliver load it

        return InboxCarrier()


channel = Inbox()

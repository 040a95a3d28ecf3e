"""Describes push messages as a channel."""

from contextlib import AbstractContextManager

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from notifications.channels.push import vapid
from notifications.contract import Carrier, PartialChannel
from notifications.models import Device


class Push(PartialChannel):
    name = "push"
    label = _("push")
    by = _("by push")
    order = 10
    fails = _(
        "Push services refuse what the site sends, or its key, or the site can’t sign it. See the log; "
        "docs/operations.md says what to do"
    )
    test_button = _("Send me a test push message")
    test_sent = Sentence("test_sent", "A test is on its way to your devices. The result will appear below.")
    broken = _("Push messages no longer reach your devices, so your notifications go another way.")
    broken_link = ("notice_devices", _("Fix it"))
    mend_link = ("notice_devices", _("Register a device again."))
    mend_hint = ""
    unreached = _("You haven’t registered a device.")
    unreached_link = ("notice_devices", _("Register this one."))
    unreached_test = Sentence(
        "unreached_test", "You haven’t registered a device for push messages. Register one first."
    )

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.push.carrier import Push  # only processes that deliver load its encryption

        return Push()

    def is_set_up(self) -> bool:
        return vapid.is_set_up()

    def find_reached(self) -> Exists:
        return Exists(Device.objects.filter(user=OuterRef("pk")))


channel = Push()

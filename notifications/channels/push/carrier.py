"""Sends notices to the browsers that a user has registered (RFC 8030), each sealed for that browser (RFC 8291)."""

import logging
from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F

from core import outgoing
from core.words import Sentence
from notifications.channels.push import vapid
from notifications.channels.push.message import PushMessage, write_message
from notifications.channels.push.refusals import MOST_REFUSED, count_refused
from notifications.channels.push.sealing import seal
from notifications.faults import Deferred, Dropped, Refused, RefusedAddress, SharedFault, Unreachable
from notifications.models import Device, Notice
from notifications.routing.failing import tell_administrators
from notifications.wording.describing import describe

logger = logging.getLogger(__name__)

GONE = {404, 410}
"""Statuses that mean that a subscription has ended or never existed (RFC 8030, 7.3)."""
BUSY = {408, 425, 429}
"""Statuses of temporary refusals."""
UNREACHED = Sentence("unreached", "The push service could not be reached: {fault}.")
MOST_REFUSALS = 3
"""After this many refusals in a row a device is given up."""


class Passing(SharedFault):
    """A service could not be reached or is busy. Trying again later may help."""


class Push(AbstractContextManager):
    """A context manager that keeps its connections for a run, and remembers which services cannot be reached."""

    def __init__(self) -> None:
        self._client = outgoing.Client()
        self._away: dict[str, str] = {}
        self._refused_at: datetime | None = None
        self._unsigned_at: datetime | None = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.__exit__(kind, error, trace)
        now = self._refused_at
        if now and count_refused(now) >= MOST_REFUSED:
            tell_administrators("push", fault=f"{now:%Y%m%d%p}")  # once per half day
        if unsigned := self._unsigned_at:
            tell_administrators("push", fault=f"{unsigned:%Y%m%d%p}")

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Sends to every device. The notice counts as delivered once any device has it.

        Raises what `notifications.faults` names, and RefusedAddress if no device is left. If the reader had no device
        from the start, they have removed them, which does not break the channel.
        """
        context = describe(notice, now=now)  # first, since a notice that is no longer true needs no key
        if not vapid.is_set_up():
            raise Unreachable("This site has no key for push messages.")
        if told := vapid.find_fault():
            logger.error("%s", told)
            self._unsigned_at = now
            raise Unreachable(told)
        devices = list(Device.objects.filter(user=notice.recipient_id))
        if not devices:
            raise Dropped("No browser of theirs is registered any more.")
        message = write_message(notice, context, now=now)
        faults: list[Exception] = []
        for device in devices:
            try:
                self._send(device, message, refused_at=notice.refused_at, now=now)
            except vapid.CannotSign as fault:  # only for this service
                logger.error("%s", fault)
                self._unsigned_at = now
                faults.append(fault)
            except (Refused, Deferred, Passing) as fault:
                faults.append(fault)
        if len(faults) < len(devices):
            return
        if passing := [fault for fault in faults if not isinstance(fault, Refused)]:
            raise passing[0]
        if Device.objects.filter(user=notice.recipient_id).exists():
            raise Refused(str(faults[0]))
        raise RefusedAddress("None of your browsers accepts messages from us any more.")

    def _send(self, device: Device, message: PushMessage, *, refused_at: datetime | None, now: datetime) -> None:
        """Sends to one device, and deletes it if its subscription has ended.

        Raises Passing, or Deferred if the service refuses what the site sends, such as our key (401 and 403: RFC 8292,
        4.2), or Refused if the fault is this device's. It is the device's if the service has accepted a message for
        another device since this notice was first refused, or if the settings no longer list its service: the host may
        be listed again, but a device does not return by itself.
        """
        status, said = self._post(device, message)
        if 200 <= status < 300:
            Device.objects.filter(pk=device.pk).update(sent_at=now, failures=0, last_error="")
            return
        fault = f"{status} {said}".strip()
        if status >= 500 or status in BUSY:
            Device.objects.filter(pk=device.pk).update(last_error=fault)
            raise Passing(fault)
        if status not in GONE and not has_taken_since(refused_at, device=device):
            Device.objects.filter(pk=device.pk).update(last_error=fault)
            self._refused_at = now
            raise Deferred(fault, shared=True)
        raise self._count_against(device, fault, is_gone=status in GONE)

    def _count_against(self, device: Device, fault: str, *, is_gone: bool = False) -> Refused:
        """Counts one more fault of this device, which is given up after too many. Returns the exception to raise."""
        Device.objects.filter(pk=device.pk).update(failures=F("failures") + 1, last_error=fault)
        if is_gone or device.failures + 1 >= MOST_REFUSALS:
            logger.info("Device %s takes no more messages: %s", device.pk, fault)
            device.delete()
        return Refused(fault)

    def _post(self, device: Device, message: PushMessage) -> tuple[int, str]:
        """Returns the status and the first words of the answer. Raises Passing, and Refused if the site no longer sends
        to its address."""
        host = urlsplit(device.endpoint).netloc
        if host in self._away:
            raise Passing(self._away[host])
        try:
            answer = self._client.send(
                "POST",
                device.endpoint,
                hosts=settings.PUSH_HOSTS,
                data=seal(message.content, device=device),
                headers={
                    **vapid.sign(device.endpoint),
                    "Content-Encoding": "aes128gcm",
                    "TTL": str(message.lasts),
                    "Urgency": message.urgency,
                    "Topic": message.topic,
                },
            )
        except (outgoing.Unreached, outgoing.HostNotPublic) as error:
            self._away[host] = str(UNREACHED(fault=error.said))
            raise Passing(self._away[host]) from error
        except outgoing.NotAllowed as error:
            raise self._count_against(device, str(error)) from error
        return answer.status, answer.words


def has_taken_since(refused_at: datetime | None, *, device: Device) -> bool:
    """Whether the device's service has accepted a message for another device since then."""
    parts = urlsplit(device.endpoint)
    others = Device.objects.filter(endpoint__startswith=f"{parts.scheme}://{parts.netloc}/").exclude(pk=device.pk)
    return refused_at is not None and others.filter(sent_at__gt=refused_at).exists()

"""Sends one email, and tells what the server answered."""

from collections.abc import Iterator

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.doctor.log_ins import note, tell_waiting
from notifications.channels.email.transport import Transport, find_log_in
from notifications.faults import Deferred, Held, Refused, SharedFault

SUBJECT = "A test of email from {site}"
BODY = """This email was sent by “manage.py doctor” at {site} ({address}) on {at:%Y-%m-%d at %H:%M:%S} UTC.

It shows that the mail server takes emails from the site. Look at its headers to see
whether SPF, DKIM and DMARC passed.
"""


class Email(Examination):
    name = "email"
    order = 60
    patience = 75.0

    def examine(self, asked: Asked) -> Iterator[Line]:
        server = name_server()
        log_in = note(find_log_in(), at_once=asked.at_once)
        try:
            with Transport(log_in) as transport:
                if not asked.to:
                    transport.open()
                    done = "Connected and logged in" if settings.EMAIL_HOST_USER else "Connected"
                    yield Line(True, f"{done}; no email was sent.", about=server)
                    return
                said = transport.send(write(asked.to))
        except Held:
            assert log_in.fault
            yield tell_waiting(log_in.fault)
        except (SharedFault, Deferred, Refused) as error:
            yield Line(False, str(error), about=server)
        else:
            yield Line(True, f"To {asked.to}: {said or 'taken'}", about=server)


def name_server() -> str:
    if settings.MAIL_TO_FILES:
        return str(settings.MAIL_DIR)
    return settings.MAIL_PROVIDER or f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def write(address: str) -> EmailMessage:
    told = {"site": settings.SITE_NAME, "address": settings.SITE_URL, "at": timezone.now()}
    return EmailMessage(SUBJECT.format(**told), BODY.format(**told), settings.DEFAULT_FROM_EMAIL, [address])


kind = Email()

"""The task that looks for answers where they lie, on a site to which nobody brings them."""

from celery import shared_task
from django.conf import settings

from replies.ways import files, lapse


@shared_task
def read_replies() -> int:
    """Deals with the answers that lie in the mailbox, or in the folder of a site without a mail server; returns how
    many. Where a provider brings them, a fault that lasts no longer is forgotten."""
    if settings.REPLY_MAILBOX:
        from replies.ways import mailbox  # with its libraries, loaded by sites that have one

        return mailbox.look()
    if settings.MAIL_TO_FILES:
        return files.look()
    lapse.forget_fault()
    return 0

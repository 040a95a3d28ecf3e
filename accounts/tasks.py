"""What beat runs for people's accounts."""

from celery import shared_task

from accounts import closing, exports, rescue_requests, restrictions


@shared_task
def carry_out_rescues() -> int:
    """Carries out what moderators asked for three days ago and nobody stopped. Returns how much; safe to run twice."""
    return rescue_requests.carry_out_due()


@shared_task
def end_restrictions() -> int:
    """Ends what staff laid on people for a time that is over. Returns how much; safe to run twice."""
    return restrictions.end_due()


@shared_task
def build_exports() -> int:
    """Makes the copies of data that people asked for, and returns how many; two at once share them."""
    return exports.build_waiting()


@shared_task
def close_accounts() -> int:
    """Closes the accounts whose owners asked for it a week ago; returns how many, safe to run twice."""
    return closing.close_due()

"""The tasks for accounts that beat sends. Each may run twice."""

from celery import shared_task

from accounts.conduct import restrictions
from accounts.locked_out import rescue_requests
from accounts.own_data import closing, exports


@shared_task
def carry_out_rescues() -> int:
    """Carries out what moderators asked for three days ago and nobody stopped; returns how many."""
    return rescue_requests.carry_out_due()


@shared_task
def end_restrictions() -> int:
    """Ends restrictions whose time is over; returns how many."""
    return restrictions.end_due()


@shared_task
def build_exports() -> int:
    """Builds the copies of data that people asked for; returns how many. Two workers share them."""
    return exports.build_waiting()


@shared_task
def close_accounts() -> int:
    """Closes the accounts whose owners asked for it a week ago; returns how many."""
    return closing.close_due()

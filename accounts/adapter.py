"""How allauth is bent to this site."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """Names are checked by accounts.names; mails leave by the outbox (EMAIL_BACKEND)."""

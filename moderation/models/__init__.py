"""The tables of reports, of what staff did about them, and of appeals."""

from moderation.models.appeal import Appeal
from moderation.models.log import LoggedAction
from moderation.models.referral import Referral
from moderation.models.report import Report
from moderation.models.template import MessageTemplate

__all__ = ["Appeal", "LoggedAction", "MessageTemplate", "Referral", "Report"]

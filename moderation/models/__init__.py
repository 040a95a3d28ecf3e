"""The tables of reports, of what staff did about them, of appeals, and of dismissed signals."""

from moderation.models.appeal import Appeal
from moderation.models.dismissal import Dismissal
from moderation.models.log import LoggedAction
from moderation.models.referral import Referral
from moderation.models.report import Report
from moderation.models.template import MessageTemplate

__all__ = ["Appeal", "Dismissal", "LoggedAction", "MessageTemplate", "Referral", "Report"]

"""Finds the examinations of `manage.py doctor`: every file of `kinds/`."""

from engine.kinds import Kinds
from mastery_site.doctor.contract import Examination

KINDS = Kinds("mastery_site.doctor.kinds", Examination)

"""Finds the examinations of `manage.py doctor`: all files in `kinds/`."""

from engine.kinds import Kinds
from mastery_site.doctor.contract import Examination

KINDS = Kinds("mastery_site.doctor.kinds", Examination)

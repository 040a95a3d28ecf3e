#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys
from io import TextIOWrapper

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):  # whatever a command tells, as the name of a file, can be printed
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")
    execute_from_command_line(sys.argv)

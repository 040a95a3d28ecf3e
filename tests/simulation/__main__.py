"""Runs the simulation, as `make simulate` does, with the settings of the site itself."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")
    django.setup()
    from tests.simulation.command import Command

    Command().run_from_argv(["python -m", "tests.simulation", *sys.argv[1:]])

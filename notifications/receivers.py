"""Loads the kinds of notice and the channels with their receivers, and the receivers that plan and delete notices."""

from notifications import own_data, registry  # noqa: F401  receivers connect themselves
from notifications.scheduling import receivers  # noqa: F401

for kinds in (registry.KINDS, registry.CHANNELS):
    kinds.load()

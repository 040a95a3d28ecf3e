"""Wakes the worker that delivers notices."""

from core.waker import Waker

delivery = Waker("notifications.tasks.deliver_due")

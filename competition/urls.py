"""Addresses of standing challenges and ladders."""

from typing import Any

urlpatterns: list[Any] = []

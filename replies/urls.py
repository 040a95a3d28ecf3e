"""Addresses of replies."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

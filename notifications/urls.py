"""Addresses of the notifications app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

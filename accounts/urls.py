"""Addresses of the accounts app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

"""Addresses of the moderation app."""

from django.urls import path

from moderation import views

urlpatterns = [path("people/<str:username>/report/", views.report, name="report")]

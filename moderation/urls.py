"""Addresses of the moderation app."""

from django.urls import path

from moderation.views import decision, reports, rules

urlpatterns = [
    path("people/<str:username>/report/", reports.report, name="report"),
    path("report/<slug:kind>/<int:pk>/", reports.report_thing, name="report_thing"),
    path("reports/", reports.my_reports, name="my_reports"),
    path("account/decision/<str:token>/", decision.decision, name="restriction"),
    path("conduct/", rules.conduct, name="conduct"),
    path("fair-play/", rules.fair_play, name="fair_play"),
]

"""The administration: Django's own, entered by the site's log-in and a second factor. It has two more pages: the day’s
figures, and how strong the levels of the computers are."""

from datetime import timedelta
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils import timezone
from django.views.generic import RedirectView

from accounts.posted import sent_forms
from accounts.signing_in import staff_factor
from core.administration import Guarded

FACTOR_LASTS = timedelta(hours=1)
"""After this the administration asks for the second factor again."""
change_password = RedirectView.as_view(pattern_name="account_change_password")


class Administration(admin.AdminSite):
    site_title = site_header = f"{settings.SITE_NAME}: administration"
    index_title = "What there is"

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and staff_factor.was_shown(request, within=FACTOR_LASTS)

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Guards every page of the administration, including the pages of other packages."""
        given = admin_class or admin.ModelAdmin
        guarded = given if issubclass(given, Guarded) else type(given.__name__, (Guarded, given), {})
        super().register(model_or_iterable, guarded, **options)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Makes a form that carries a key do its work only once, even if the user clicks twice."""
        return super().admin_view(sent_forms.once()(view), cacheable)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Sends visitors to the usual log-in, refuses players, and asks staff for their second factor."""
        if super().has_permission(request) and not staff_factor.was_shown(request, within=FACTOR_LASTS):
            return staff_factor.ask(request)
        return secure_admin_login(super().login)(request, extra_context)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        own = [
            path("figures/", self.admin_view(self.figures), name="figures"),
            path("levels/", self.admin_view(self.levels), name="levels"),
            path("password_change/", change_password),  # the site's page tells the account's owner by email
        ]
        return [*own, *super().get_urls()]

    def figures(self, request: HttpRequest) -> HttpResponse:
        from mastery_site.administration.figures import (
            count_figures,  # models are not loaded yet when this class is imported
        )

        figures = count_figures(timezone.now())
        context = {**self.each_context(request), "title": "The day’s figures", "figures": figures}
        return TemplateResponse(request, "admin/figures.html", context)

    def levels(self, request: HttpRequest) -> HttpResponse:
        """How strong the levels of the computers are, year by year."""
        from computers.strength import list_by_year  # models are not loaded yet when this class is imported

        years, levels = list_by_year()
        context = {**self.each_context(request), "title": "Strength of the levels", "years": years, "levels": levels}
        return TemplateResponse(request, "admin/levels.html", context)

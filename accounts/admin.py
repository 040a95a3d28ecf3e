"""People in the administration: found by name or address, never made by hand (`createsuperuser` makes the first)."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_staff", "is_superuser", "is_active"]
    search_fields = ["username", "email"]
    search_help_text = "Name or mail address."
    ordering = ["-pk"]
    list_per_page = 50
    show_full_result_count = False  # counting everybody grows with everybody
    filter_horizontal = ["groups", "user_permissions"]
    readonly_fields = ["email", "look", "date_joined", "last_login"]  # an address changes by its owner's confirming it
    fieldsets = [
        (None, {"fields": ["username", "look", "email", "about", "time_zone", "time_zone_chosen"]}),
        ("Rights", {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["date_joined", "last_login"]}),
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Only an administrator gives rights: staff who may edit people cannot raise themselves."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups", "user_permissions"]
        return [*self.readonly_fields, *rights]

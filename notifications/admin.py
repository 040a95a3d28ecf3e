"""The outbox for staff: to be read and searched, never written."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from notifications.models import BlockedAddress, Notice


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """Without `payload`: an account mail carries links that open the account."""

    list_display = ["id", "kind", "recipient", "address", "state", "due_at", "closed_at", "attempts", "last_error"]
    list_filter = ["state", "kind", "channel"]
    list_per_page = 50
    show_full_result_count = False
    search_fields = ["recipient__username__istartswith", "address__istartswith", "dedupe_key__startswith"]
    search_help_text = "A name, an address, or a key such as turn:12:7"
    ordering = ["-id"]
    exclude = ["payload", "claim"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        return super().get_queryset(request).select_related("recipient")


@admin.register(BlockedAddress)
class BlockedAddressAdmin(ReadOnlyAdmin):
    list_display = ["address", "created_at"]
    search_fields = ["address"]
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Its owner may have thought better of it."""
        return request.user.is_superuser

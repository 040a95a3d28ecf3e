"""The outbox, and how well channels work, for staff. They can read and search it, but not write."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.conduct import rights
from accounts.models import User
from core.administration import FastReadOnlyAdmin
from notifications import registry
from notifications.models import BlockedAddress, ChannelState, ChatAddress, Device, Notice


class NamedFilter(admin.SimpleListFilter):
    """Filters by the names that this version of the site knows. Looking for them in the rows would read every row."""

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        name = self.value()
        if name is None:
            return queryset
        return (
            queryset.filter(**{str(self.parameter_name): name})
            if name in dict(self.lookup_choices)
            else queryset.none()
        )


class KindFilter(NamedFilter):
    title = _("kind")
    parameter_name = "kind__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(kind.name, kind.label) for kind in registry.KINDS.all()]


class ChannelFilter(NamedFilter):
    title = _("channel")
    parameter_name = "channel__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(channel.name, channel.label) for channel in registry.CHANNELS.all()]


@admin.register(Notice)
class NoticeAdmin(FastReadOnlyAdmin):
    """Leaves out `payload`, as an email about an account has links that open the account. It also leaves out rows of
    confidential kinds that the reader must not see."""

    list_display = [
        "id",
        "kind_in_words",
        "recipient",
        "address",
        "state",
        "due_at",
        "closed_at",
        "attempts",
        "last_error",
    ]
    list_filter = ["state", KindFilter, ChannelFilter]
    list_select_related = ["recipient"]
    people = ("recipient",)
    search_help_text = "A number, how a name or an address (with its @) begins, or a key such as turn:12:"
    fields = [
        *("recipient", "address", "kind", "channel", "dedupe_key", "state", "created_at", "due_at", "claimed_at"),
        *("attempts", "closed_at", "seen_at", "last_error", "last_error_at"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """Returns the notices that the reader may see. Lists, counts, search and single pages all use this."""
        rows, staff = super().get_queryset(request), cast(User, request.user)
        for kind in registry.KINDS.all():
            if kind.is_confidential:
                hidden = kind.find_hidden(staff) if rights.administers(staff) else Q()
                rows = rows.exclude(hidden, kind=kind.name)
        return rows

    @admin.display(description=_("kind"))
    def kind_in_words(self, notice: Notice) -> str:
        return str(registry.label_of(notice.kind))

    def match(self, term: str) -> Q:
        if "@" in term:
            return Q(address__istartswith=term) | Q(recipient__email__istartswith=term)
        return Q(dedupe_key__startswith=term) if ":" in term else super().match(term)


@admin.register(BlockedAddress)
class BlockedAddressAdmin(FastReadOnlyAdmin):
    list_display = ["address", "created_at"]
    fields = ["address", "created_at"]
    search_help_text = "The start of an address."

    def match(self, term: str) -> Q:
        return Q(address__istartswith=term)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators may delete an address, since its owner may have changed their mind."""
        return request.user.is_superuser


@admin.register(ChannelState)
class ChannelStateAdmin(FastReadOnlyAdmin):
    """Helps staff when a player says that nothing arrives."""

    list_display = ["id", "user", "channel", "failures", "broken_at", "reason", "address"]
    list_filter = [ChannelFilter, ("broken_at", admin.EmptyFieldListFilter)]
    fields = ["user", "channel", "failures", "broken_at", "reason", "address"]
    list_select_related = ["user"]
    people = ("user",)


@admin.register(Device)
class DeviceAdmin(FastReadOnlyAdmin):
    """Leaves out the address and keys: anyone who has them could send messages to the device."""

    list_display = ["id", "user", "name", "added_at", "sent_at", "failures", "last_error"]
    list_select_related = ["user"]
    people = ("user",)
    fields = ["user", "name", "added_at", "sent_at", "failures", "last_error"]


@admin.register(ChatAddress)
class ChatAddressAdmin(FastReadOnlyAdmin):
    """Leaves out the address itself: anyone who has it could send messages to it."""

    list_display = ["id", "user", "channel", "name", "added_at", "sent_at", "last_error"]
    list_filter = [ChannelFilter]
    list_select_related = ["user"]
    people = ("user",)
    fields = ["user", "channel", "name", "added_at", "sent_at", "last_error"]

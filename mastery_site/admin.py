"""The administration's pages on which staff write announcements."""

from django.contrib import admin

from mastery_site.models import Announcement


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):
    list_display = ["text", "from_at", "until_at"]
    fields = ["text", "from_at", "until_at"]
    ordering = ["-from_at"]
    show_full_result_count = False

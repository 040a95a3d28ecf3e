"""The one address of the channel."""

from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("telegram/", lambda request: HttpResponse("Coo."), name="telegram")]

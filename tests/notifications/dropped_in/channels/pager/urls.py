"""The one address of the channel."""

from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("pager/", lambda request: HttpResponse("Coo."), name="pager")]

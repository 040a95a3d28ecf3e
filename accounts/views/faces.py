"""The page on which people choose their face, and the address of each uploaded picture."""

from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.conduct.writing import may_write
from accounts.faces import keeping
from accounts.faces.squaring import MOST_BYTES
from accounts.models import Picture, User
from accounts.profile.faces import Face
from accounts.profile.figures import FIGURES
from accounts.words import faces as words
from core import flash
from core.numbers import read_number
from core.refusal import Refusal, note_refusal

A_YEAR = 31_536_000
"""Seconds. What has this mark never changes."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_face(request: HttpRequest) -> HttpResponse:
    """Twelve figures to choose from, and a picture to upload in place of them."""
    assert isinstance(request.user, User)
    refusal = None
    if request.method == "POST":
        try:
            change(request, request.user)
            return redirect("change_face")
        except Refusal as refused:
            refusal = refused
    return note_refusal(render(request, "accounts/face.html", describe(request.user, refusal=refusal)), refusal)


def change(request: HttpRequest, user: User) -> None:
    """Raises Refusal."""
    now = timezone.now()
    if "figure" in request.POST:
        figure = read_number(request.POST["figure"])
        keeping.choose(user, -1 if figure is None else figure, now=now)
        flash.success(request, words.FIGURE_SHOWN())
        return
    file = request.FILES.get("picture")
    if not isinstance(file, UploadedFile):
        raise Refusal(words.NO_FILE(), status=422)
    keeping.upload(user, file.read(MOST_BYTES + 1), now=now)
    flash.success(request, words.PICTURE_SHOWN())


def describe(user: User, *, refusal: Refusal | None) -> dict[str, object]:
    kept = Picture.objects.filter(user=user).defer("content").first()
    return {
        "refusal": refusal,
        "figures": [(number, words.FIGURE(number=number + 1), Face(user.pk, number)) for number in range(FIGURES)],
        "kept": kept,
        "may_upload": may_write(user, now=timezone.now()),
    }


@require_safe
def face_picture(request: HttpRequest, mark: str) -> HttpResponse:
    """A picture that somebody uploaded, as the site made it; never as it was sent. Raises Http404."""
    content = keeping.find_content(mark)
    if content is None:
        raise Http404
    headers = {"Cache-Control": f"public, max-age={A_YEAR}, immutable", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type="image/webp", headers=headers)

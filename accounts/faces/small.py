"""Faces for emails, which show neither SVG nor, everywhere, WebP: small PNGs."""

from __future__ import annotations

from io import BytesIO

import resvg_py

from accounts.faces.keeping import find_content
from accounts.models import User
from accounts.profile.faces import draw, find_face

SIDE = 64
"""Pixels; shown half as large, so that it is sharp on any screen."""


def draw_small(user: User) -> bytes:
    """The face as PNG. One query where it is a picture."""
    content = find_content(user.picture) if user.picture else None
    if content is None:
        face = find_face(user.pk, username=user.username, kind=user.kind, figure=user.figure, picture="")
        svg = draw(face.number, face.figure).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIDE, skip_system_fonts=True))
    from PIL import Image

    with BytesIO() as made:
        Image.open(BytesIO(content)).resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(made, "PNG", optimize=True)
        return made.getvalue()

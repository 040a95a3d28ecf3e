"""The graph of an analysis as SVG: the first side's chances after each turn, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

from computers.words import review as words
from engine.search.marking import Judged, Swing

WIDTH, HEIGHT = 640, 160


def draw_graph(
    judged: Sequence[Judged], *, swings: Iterable[Swing], plies: int, shown: int, address: str, query: str
) -> SafeString:
    """Turns go to the right, the first side's chance goes up, and each turn is a link to its position.

    It is hidden from screen readers, which get the same as a table.
    """
    step = WIDTH / max(plies, 1)
    points = [(each.ply * step, HEIGHT * (1 - each.chance)) for each in judged]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [f'<rect class="theirs" width="{WIDTH}" height="{HEIGHT}"/>']
    if len(points) > 1:
        parts.append(f'<polygon class="ours" points="0,{HEIGHT} {line} {points[-1][0]:.1f},{HEIGHT}"/>')
        parts.append(f'<polyline class="line" points="{line}"/>')
    parts.append(f'<path class="even" d="M0 {HEIGHT / 2}H{WIDTH}"/>')
    for swing in swings:
        x, y = points[swing.ply]
        parts.append(f'<circle class="{swing.kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
    parts.append(f'<path class="shown" d="M{shown * step:.1f} 0V{HEIGHT}"/>')
    for each, (x, _) in zip(judged, points, strict=True):
        place = f'x="{x - step / 2:.1f}" width="{step:.1f}" height="{HEIGHT}"'
        link = escape(f"{address}{each.ply}/{query}")
        told = escape(str(words.TURN(number=each.ply) if each.ply else words.START()))
        parts.append(f'<a href="{link}" tabindex="-1"><rect class="place" {place}><title>{told}</title></rect></a>')
    inside = "".join(parts)
    view = f'viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" focusable="false"'
    return mark_safe(f'<svg class="graph" {view}>{inside}</svg>')

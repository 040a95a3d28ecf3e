"""Draws bars as SVG. They are hidden from screen readers, since the page has the same numbers in a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

from moderation.evidence.tempo import Bar

WIDTH, HEIGHT, FOOT, HEAD = 340, 100, 16, 14
"""The size of a picture, and the space below and above the bars, in the picture's own units."""


def draw_bars(bars: Sequence[Bar]) -> SafeString:
    """Draws a bar for each item, as high as its number. The number stands above the bar, unless it is 0."""
    most = max((bar.number for bar in bars), default=0)
    step = WIDTH / max(len(bars), 1)
    room = HEIGHT - FOOT - HEAD
    parts = [f'<path class="ground" d="M0 {HEIGHT - FOOT + 0.5}H{WIDTH}"/>']
    for place, bar in enumerate(bars):
        middle = (place + 0.5) * step
        tall = room * bar.number / most if most else 0
        top = HEIGHT - FOOT - tall
        left, wide = middle - step * 0.36, step * 0.72
        parts.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{tall:.1f}"/>')
        if bar.number:
            parts.append(f'<text x="{middle:.1f}" y="{top - 4:.1f}">{bar.number}</text>')
        parts.append(f'<text class="under" x="{middle:.1f}" y="{HEIGHT - 4}">{escape(str(bar.short))}</text>')
    view = f'viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" focusable="false"'
    return mark_safe(f'<svg class="bars" {view}>{"".join(parts)}</svg>')

"""The subject of a mail without the marks by which mail programs tell that it is an answer, or was passed on."""

from __future__ import annotations

import re
import unicodedata

LONG = (
    "antwort|antwoord|doorst|ответ|пересл|відповідь|odpowiedź|odpověď|odpoveď|respuesta|resposta|risposta|réponse|"
    "továbbítás|pārs|trả lời|ตอบกลับ|ส่งต่อ|πρθ|إعادة توجيه|תגובה|הועבר"
)
"""Marks of more than four letters, of several words, or with signs that are no letters. What is shorter is one in any
language: “Re”, “AW”, “Antw”, “SV”, “VS”, “Odp”, “RES”, “Vá”, “YNT”, “ATB”, “ΑΠ”, “Отв”, “Відп”, “Отг”, “回复”, “答复”,
“回覆”, “返信”, “답장”, “رد”, “השב”."""
MARKS = re.compile(rf"^\s*(?:(?:[^\W\d_]{{1,4}}|{LONG})(?:\[\d{{1,3}}\]|\(\d{{1,3}}\)|\^\d{{1,3}})?\s*[:：]\s*)+", re.I)
"""Some count: “RE[2]:”, “Re(3):”, “Re^2:”."""


def strip_marks(subject: str) -> str:
    """The subject as it was before anybody answered, in composed letters (NFC)."""
    return MARKS.sub("", unicodedata.normalize("NFC", subject))

"""The lines that a mail's writer wrote."""


def find_lines(text: str, *, most: int = 30) -> list[str]:
    found = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith(">")]
    return [line[:1000] for line in found if not line.endswith(("wrote:", "schrieb:"))][:most]

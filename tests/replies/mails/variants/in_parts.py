"""Kinds of answers in several parts, and in ways of encoding that not every program reads."""

from base64 import encodebytes

from tests.replies.mails.variants.building import (
    ATTRIBUTIONS,
    IN_HTML,
    QUOTE,
    TURN,
    Variant,
    Variants,
    join,
    mail,
    part,
)

PICTURE = encodebytes(b"\x89PNG" * 40)


def attach(name: str, *, how: str = "inline", data: bytes = PICTURE) -> bytes:
    head = f'Content-Type: image/png; name="{name}"\nContent-Transfer-Encoding: base64\n'
    return f'{head}Content-Disposition: {how}; filename="{name}"\n\n'.encode() + data


def around_a_picture() -> Variants:
    for at, line in enumerate(ATTRIBUTIONS[:12]):
        yield Variant(
            f"twice {at}", mail(join(part("\n"), attach("a.png"), part(f"{TURN}\n\n{line}\n{QUOTE}"), kind="mixed"))
        )
        how = "inline" if at % 2 else "attachment"
        texts = part(f"{line}\n{QUOTE}\n"), attach("a.png", how=how), part(f">\n\n{TURN}\n")
        yield Variant(f"text {line[:20]}", mail(join(*texts, kind="mixed")))
        quote = f'<html><body><blockquote type="cite">{IN_HTML}</blockquote></body></html>'
        pages = (
            part(quote, kind="html"),
            attach("a.png", how=how),
            part(f"<html><body>{TURN}</body></html>", kind="html"),
        )
        alternative = join(part("\n"), join(*pages, kind="mixed", boundary="inner"))
        yield Variant(f"html {line[:20]}", mail(alternative if at % 2 else join(*pages, kind="mixed")))


def beside_a_large_attachment() -> Variants:
    large = encodebytes(b"\x89PNG" * 100_000)
    for at, line in enumerate(ATTRIBUTIONS[:10]):
        text = part(f"{line}\n{QUOTE}\n\n{TURN}\n")
        yield Variant(
            f"before {line[:20]}", mail(join(attach("a.png", how="attachment", data=large), text, kind="mixed"))
        )
        yield Variant(f"after {at} {line[:20]}", mail(join(text, attach("a.png", data=large), kind="mixed")))


def below_long_history() -> Variants:
    for at in range(20):
        line = f"> {'word ' * (3 + at % 9)}\n"
        text = f"{ATTRIBUTIONS[at]}\n{QUOTE}\n{line * (300_000 // len(line))}\n{TURN}\n"
        yield Variant(f"{at}", mail(part(text, encoding=("8bit", "base64", "quoted-printable")[at % 3])))


def with_the_name_of_a_file() -> Variants:
    for at in range(20):
        more = ('; name="body.txt"', "; name=text_0.txt", "; name*=utf-8''b%C3%B6dy.txt", "")[at % 4]
        head = 'Content-Disposition: inline; filename="body.txt"\n' if at % 2 or not more else ""
        one = head.encode() + part(f"{TURN}\n\n{ATTRIBUTIONS[at]}\n{QUOTE}\n", more=more)
        yield Variant(f"{at}", mail(one if at % 3 else join(one, attach("a.png", how="attachment"), kind="mixed")))


def with_soft_breaks_and_blanks() -> Variants:
    head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    for at in range(1, len(TURN) - 1):
        for blanks in ("", " ", "  ", "\t", " \t "):
            yield Variant(f"{at} {blanks!r}", mail(f"{head}{TURN[:at]}={blanks}\n{TURN[at:]}\n".encode()))


KINDS = (
    around_a_picture, beside_a_large_attachment, below_long_history, with_the_name_of_a_file,
    with_soft_breaks_and_blanks,
)  # fmt: skip

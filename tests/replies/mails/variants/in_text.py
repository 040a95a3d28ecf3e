"""Kinds of answers as plain text."""

from tests.replies.mails.layouts.languages import LANGUAGES
from tests.replies.mails.variants.building import ATTRIBUTIONS, QUOTE, TURN, UNMARKED, WHO, Variants, each_way, write

DEVICES = (
    "Lähetetty iPhonesta", "iPhoneから送信", "Отправлено с iPhone", "Надіслано з iPhone", "나의 iPhone에서 보냄",
    "发自我的iPhone", "從我的iPhone傳送", "נשלח מה-iPhone שלי", "تم الإرسال من الـ iPhone",
    "Στάλθηκε από το iPhone μου",
    "iPhone'umdan gönderildi", "Odesláno z iPhonu", "Elküldve iPhone-omról", "Trimis de pe iPhone-ul meu",
    "Poslano z mojega iPhona", "Gửi từ iPhone của tôi", "ส่งจาก iPhone ของฉัน", "Dikirim dari iPhone saya",
    "Sendt fra min iPhone", "Skickat från min iPhone", "Enviat des del meu iPhone", "Изпратено от моя iPhone",
    "Отправлено из мобильной Почты Mail.ru", "Sent from my Galaxy", "Sent from Proton Mail Android",
    "Von meinem Samsung Galaxy Smartphone gesendet", "Hämta Outlook för iOS", "Скачать Outlook для Android",
)  # fmt: skip
WARNINGS = (
    "Disclaimer: this message left the company network.",
    "CAUTION: This email originated from outside of the organization. Do not click links.",
    "[EXTERNAL EMAIL]",
    "EXTERNAL: Do not click links or open attachments unless you know the sender.",
    "WARNING: external sender",
    "This email is confidential and intended for the addressee only.",
    "Confidentiality Notice: what follows is for its addressee.",
    "Diese E-Mail kann vertrauliche Informationen enthalten.",
    "Hinweis: Diese Nachricht kommt von außerhalb.",
    "ACHTUNG: Externe E-Mail. Klicken Sie nicht auf Links.",
    "Ce message est confidentiel.",
    "Attention : ce courriel provient de l’extérieur.",
    "Este mensaje es confidencial.",
    "Aviso legal: este correo es confidencial.",
    "Questo messaggio è riservato.",
    "Esta mensagem é confidencial.",
    "Dit bericht is vertrouwelijk.",
    "Niniejsza wiadomość jest poufna.",
    "Classification: Internal",
    "Sensitivity: Company Confidential",
)


def below_a_quote_in_any_language() -> Variants:
    yield from each_way({one[:30]: f"{one}\n{QUOTE}\n\n{{turn}}\n\n-- \nKim\n" for one in ATTRIBUTIONS})
    yield from each_way({f"blank {one[:30]}": f"{one}\n\n{QUOTE}\n\n{{turn}}\n" for one in ATTRIBUTIONS})


def below_a_wrapped_attribution() -> Variants:
    for name, before, after in ((each, *each.split(" ", 3)[:2]) for each in ATTRIBUTIONS if WHO in each):
        first, _, last = name.partition(" <")
        yield write(f"{before} {after}", f"{first}\n<{last}\n{QUOTE}\n\n{{turn}}\n")
        yield write(f"{before} {after} within", f"{first} <\n{last}\n{QUOTE}\n\n{{turn}}\n")


def between_attribution_and_quote() -> Variants:
    ours = (
        f"{WHO} writes:",
        "On Sat, Nov 28 2026, Slowboard wrote:",
        f"On Sat, 28 Nov 2026 18:50:00 +0000, {WHO} said:",
    )
    for at, line in enumerate(each for each in (*ours, *ATTRIBUTIONS) if "@" in each or "wrote" in each):
        blank = "\n" * (1 + at % 3)
        yield write(line[:40], f"{line}\n{blank}{{turn}}\n{blank}{QUOTE}\n")
    for language in LANGUAGES:
        yield write(language.code, f"{language.thunderbird}\n\n{{turn}}\n\n{QUOTE}\n")


def below_a_quote_that_a_tab_marks() -> Variants:
    tabbed = "\n".join(f"\t{line}".rstrip() for line in UNMARKED.split("\n"))
    for at, line in enumerate((f"From {WHO} Sat Nov 28", "Message 1:", *ATTRIBUTIONS[:20])):
        yield write(f"{line[:30]} {at}", f"\t{line}\n\tTo: kim@example.org\n\n{tabbed}\n\n{{turn}}\n")


def below_an_unmarked_original() -> Variants:
    for language in LANGUAGES:
        values = (WHO, language.sent, "Kim <kim@example.org>", "Your turn against Rival (Mastery #15)")
        head = "\n".join(f"{key}: {value}" for key, value in zip(language.headers, values, strict=True))
        yield write(
            f"below {language.code}", f"\n-----{language.original}-----\n{head}\n\n{UNMARKED}\n\n{{turn}}\n\nKim\n"
        )
        yield write(f"rule {language.code}", f"\n{'_' * 32}\n{head}\n\n{UNMARKED}\n\n\n{{turn}}\n")
        first, rest = UNMARKED.split("\n\n", 2)[0:2], UNMARKED.split("\n\n", 2)[2]
        within = "\n\n".join([*first, "{turn}", rest])
        yield write(f"within {language.code}", f"\n-----{language.original}-----\n{head}\n\n{within}\n")


def above_an_unmarked_quote_without_a_head() -> Variants:
    for at, line in enumerate(ATTRIBUTIONS[:20]):
        yield write(f"{at}", f"{'Hi,' * (at % 2)}\n{{turn}}{chr(10) * (2 + at % 5)}{UNMARKED}\n\nTo: {line}\n")


def below_a_signature_on_top() -> Variants:
    yield from each_way(
        {line: f"\n{line}\n\n{{turn}}\n\n> On 28 Nov 2026, {WHO} wrote:\n>\n{QUOTE}\n" for line in DEVICES}
    )
    for language in LANGUAGES:
        yield write(f"block {language.code}", f"-- \nKim Example\n\n{{turn}}\n\n{language.gmail}\n{QUOTE}\n")
        yield write(f"closing {language.code}", f"{language.greeting}\nKim\n\n{{turn}}\n\n{language.gmail}\n{QUOTE}\n")


def below_a_warning() -> Variants:
    for line in WARNINGS:
        yield write(f"{line[:30]}", f"{line}\n\n{{turn}}\n\n{ATTRIBUTIONS[-1]}\n{QUOTE}\n")
        yield write(f"{line[:30]} right below", f"{line}\n{{turn}}\n\n{ATTRIBUTIONS[-1]}\n{QUOTE}\n")


def signed_with_pgp() -> Variants:
    head, tail = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n", "-----BEGIN PGP SIGNATURE-----\n"
    end = f"\n{tail}Version: GnuPG v2\n\niQEzBAEBCAAdFiEEb1\n=a1b2\n-----END PGP SIGNATURE-----\n"
    for at, line in enumerate(ATTRIBUTIONS[:20]):
        below = f"{line}\n{QUOTE}\n\n{{turn}}\n" if at % 2 else f"{{turn}}\n\n{line}\n{QUOTE}\n"
        yield write(line[:30], f"{head}{below}\n- -- \nKim{end}")


def with_a_blank_behind_in_flowing_text() -> Variants:
    for at, line in enumerate(each for each in ATTRIBUTIONS if "wrote" in each or WHO in each):
        more = "; format=flowed"
        yield write(line[:30], f"{{turn}} {chr(10) * (1 + at % 3)}{line}\n{QUOTE}\n", more=more, encoding="8bit")
        yield write(f"{line[:30]} below", f"{line}\n{QUOTE}\n\n{{turn}} \n-- \nKim\n", more=more, encoding="8bit")


def a_note_that_looks_like_a_mark() -> Variants:
    texts = (
        "As I wrote on 28.11.2026:",
        "From: me, To: you",
        "Sent from my iPhone",
        "-- Kim",
        "> so it goes",
        "thanks,",
    )
    for text in texts:
        for line in ATTRIBUTIONS[-1], ATTRIBUTIONS[0], f"On 28 Nov 2026, {WHO} wrote:", ATTRIBUTIONS[11]:
            note = f"note {text}"
            yield write(f"{text} {line[:20]}", f"{{turn}}\n\n{line}\n{QUOTE}\n", expected=note)


def whatever_stands_around_the_turn() -> Variants:
    around = ("Hi,\n\n{0}", "Dear Slowboard,\n{0}", "Hello!\n\n{0}\n\nBye", "Kim:\n\n{0}", "Good evening\n{0}")
    for at, layout in enumerate(around * 5):
        line = ATTRIBUTIONS[at]
        yield write(f"{layout[:6]!r} {line[:20]}", f"{layout.replace('{0}', '{turn}')}\n\n{line}\n{QUOTE}\n")


KINDS = (
    below_a_quote_in_any_language, below_a_wrapped_attribution, between_attribution_and_quote,
    below_a_quote_that_a_tab_marks, below_an_unmarked_original, above_an_unmarked_quote_without_a_head,
    below_a_signature_on_top, below_a_warning, signed_with_pgp, with_a_blank_behind_in_flowing_text,
    a_note_that_looks_like_a_mark, whatever_stands_around_the_turn,
)  # fmt: skip
__all__ = ["KINDS", "TURN"]

"""The words by which mail programs mark what its writer did not write, in eight languages.

English, German, French, Spanish, Italian, Portuguese, Dutch and Polish, as Gmail, Outlook, Apple Mail, Thunderbird,
Yahoo, GMX, K-9, FairEmail and Proton put them.
"""

import re

_WROTE = (
    r"wrote|writes|schrieb|geschrieben|schreibt|a\s+écrit|écrit|escribió|escribio|ha\s+scritto|scrive|escreveu|"
    r"schreef|geschreven|schrijft|napisał(?:\(a\)|a)?|napisana|pisze|skrev|napsal(?:\(a\))?|kirjoitti"
)
_WHEN = r"\d{4}|\d{1,2}\s?[:.h]\s?\d{2}|\d{1,2}[./-]\d{1,2}"

_SAID = rf"(?=.*\b(?:{_WROTE})(?!\w))"
_ADDRESSED = r"(?=.*<[^<>\s]+@)(?=.*\d{4})"
ATTRIBUTION = re.compile(
    rf"{_SAID}(?=.*(?:{_WHEN}|@)).*[:：]\s*$|{_ADDRESSED}.*[:：]\s*$|{_SAID}{_ADDRESSED}.*>\s\w+$|"
    rf"-{{2,}}\s{_SAID}.*\s-{{2,}}$",
    re.I,
)
"""Somebody wrote something at a time, or from an address; in any language where it has a year and an address."""
REST_OF_ATTRIBUTION = re.compile(r"<[^<>\s]+@[^<>\s]+>.{0,40}[:：]$")
SHORT_ATTRIBUTION = re.compile(rf"^\S.{{0,80}}\s(?:{_WROTE})\s?:$", re.I)
"""Only who: it counts above a quote alone."""
OPENER = re.compile(
    r"^(?:on|am|le|el|il|em|op|w\s+dniu|dnia|dne|den|wiadomość|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)"
    r"(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|"
    r"sáb|dom|gio|seg|ter|qua|qui|sex|pon|wt|śr|czw|pt|sob|niedz|a)\b[.,]?\s|^\d{1,4}[./-]\d{1,2}[./-]|"
    r"^\d{1,2}\.?\s\w+\s\d{4}|<$|[<(\[][^<>\s]{1,200}@",
    re.I,
)
"""How an attribution may begin that goes on in the next lines."""

FORWARDED = re.compile(
    r"^[\s*>-]*(?:begin forwarded message|forwarded message|"
    r"anfang der weitergeleiteten (?:nachricht|e-?mail)|weitergeleitete nachricht|"
    r"début du message (?:réexpédié|transféré)|"
    r"message transféré|message réexpédié|"
    r"inicio del mensaje reenviado|mensaje reenviado|inizio messaggio inoltrato|messaggio inoltrato|"
    r"início da mensagem (?:reencaminhada|encaminhada)|mensagem (?:encaminhada|reencaminhada)|"
    r"begin doorgestuurd bericht|doorgestuurd bericht|początek przekazywanej wiadomości|wiadomość przekazana|"
    r"(?:treść )?przekazan(?:a|ej) wiadomoś(?:ć|ci)|vidarebefordrat meddelande|videresendt)[\s*:-]*(?:von .{1,200})?$",
    re.I,
)
ORIGINAL = re.compile(
    r"^[\s*]*-{2,}\s*(?:original (?:message|appointment)|ursprüngliche (?:nachricht|mail)|originalnachricht|"
    r"original-?nachricht|message d['’]origine|message original|courriel original|mensaje original|messaggio originale|"
    r"mensagem original|oorspronkelijk bericht|origineel bericht|oryginalna wiadomość|wiadomość oryginalna|"
    r"pierwotna wiadomość|reply message|reply)\s*-{2,}[\s*]*$|^-{4,}\s*\w(?:[^-]|-(?!-)){2,60}\w\s*-{4,}$",
    re.I,
)
RULE = re.compile(r"^[_=*~–—-]{5,}$")

_KEY_FIRST = (
    r"from|von|de|da|van|od|sent|gesendet|envoyé|enviado(?: el)?|enviada(?: em)?|inviato|verzonden|wysłano|date|datum|"
    r"fecha|data"
)
_KEYS = (
    rf"{_KEY_FIRST}|to|an|à|para|per|a|aan|do|subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|temat|cc|"
    r"kopie|copie|copia|dw|reply-to|antwort an|répondre à|organi[sz]ation"
)
HEADER_FIRST = re.compile(rf"^[\s*_]*(?:{_KEY_FIRST})\s?:[*_]*\s?(?=\S)", re.I)
HEADER = re.compile(rf"^[\s*_]*(?:{_KEYS})\s?:[*_]*(?:\s|$)", re.I)
ANY_HEADER = re.compile(r"^[\s*_]*[^\W\d](?:[\w-]|\s(?=\w)){0,20}\s?:[*_]*\s+\S")
"""In any language: three such lines with an address among them are the head of a mail."""

QUOTED = re.compile(r"^(?:[A-Za-z]{0,5}>|[|¦│┃](?:\s|$|(?=\w))|＞|›|»\s)")
UNMARK = re.compile(r"^[\s>|│┃]*")
COLON_AT_END = re.compile(r"[:：]$")
OF_AN_ATTRIBUTION = re.compile(rf"{_WHEN}|@|<$")
"""What a line has with which an attribution begins that goes on in the next."""

OURS = re.compile(
    r"^[\s*_>|-]*(?:write above (?:this|the) line\b|it.{0,3}s your turn against|it is your turn in \d|"
    r"your turn against |"
    r"your game against|play your turn\b|reply with your turns?\b|reply yes or no\b|last turn: |"
    r"no turns yet\.|no turns were played\.|"
    r"time left when this was sent|you have played |what else you can write|the game: http|open the game\b|"
    r"or email this game.{1,3}s turn alone|you.{1,3}re getting this email because|no more emails of this kind|"
    r"choose your emails)",
    re.I,
)
"""What our own emails say, wherever a mail program puts them without a mark. It also tells where they end."""
OF_OTHERS = re.compile(r"\bwrote \d{1,6} messages? to you\b|^they wrote:", re.I)
"""Below it our email repeats what somebody else wrote."""
MARKER = re.compile(r"^\W{0,12}(?:write above this line)\W{0,12}$", re.I)
"""The line of our emails above which their reader writes: each language of the site has its own here."""

PGP_BEGINS = re.compile(r"^-----BEGIN PGP ([A-Z ]{5,30})-----$")
PGP_ENDS = re.compile(r"^-----END PGP ([A-Z ]{5,30})-----$")

MOBILE = re.compile(
    r"^[\W_]*(?:sent (?:from|via|using|with|by) |get outlook for|get the new |yahoo mail: |download outlook|"
    r"gesendet (?:von|mit|über|aus) |von meinem .{1,60} gesendet|diese nachricht wurde von meinem|"
    r"diese e-?mail wurde von meinem|(?:holen sie sich )?outlook für (?:android|ios)|laden sie outlook|"
    r"envoyé (?:depuis|de|avec|à partir|via) |envoyée (?:depuis|de) |(?:télécharg\w+|obten\w+) outlook|"
    r"enviado (?:desde|do|de|a partir|pelo|com|con|através) |(?:obtener|descargar|consigue) outlook|"
    r"inviato (?:da|dal|dall|con|tramite)\b|(?:ottieni|scarica) outlook|(?:obter|obtenha|baixar|baixe) o? ?outlook|"
    r"(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via|van|door) |(?:download|haal|krijg) outlook|"
    r"outlook voor (?:android|ios)|(?:wysłan[eoay]) (?:z|ze|przez|przy|za|w) |"
    r"(?:pobierz|uzyskaj) (?:program )?outlook|skickat från|sendt fra|"
    r"odesláno z|outlook (?:for|per|para|pour|dla) (?:android|ios))",
    re.I,
)

DEVICE = re.compile(
    r"(?:iphone|ipad|ipod|ipados|apple watch|(?<!\w)mac(?:book)?(?!\w)|android|galaxy|samsung|huawei|xiaomi|redmi|"
    r"oneplus|google pixel|motorola|nokia|blackberry|windows (?:phone|mail)|"
    r"(?<!\w)(?:outlook|hotmail|gmail|yahoo|thunderbird|"
    r"k-9|fairemail|proton ?mail|tutanota|tuta|aol|gmx|web\.de|mail\.ru|mymail|bluemail|aqua mail|em client|zimbra|"
    r"yandex|foxmail|naver|daum|mailbird|kmail|smartphone|spark|airmail|roundcube)(?!\w)|яндекс|почт|мобильн|смартфон|"
    r"qq邮箱|网易|手机|手機|携帯|스마트폰|휴대|הנייד|جوال|هاتف|κινητό|telefon|telefoon|cellulare|móvil|celular|mobil)",
    re.I,
)
"""A short line of no turn that names one is what a phone or a program puts below each mail, in whichever language."""
LONGEST_DEVICE = 90
DASH = re.compile(r"\s[-–—|]\s")
"""What may stand between a turn and the line of a program."""

GREETING = re.compile(
    r"^(?:(?:best|kind|warm|many|with (?:best|kind))\s+(?:regards|wishes)|regards|yours (?:sincerely|truly|faithfully)|"
    r"sincerely(?: yours)?|mit (?:freundlichen|besten|lieben|herzlichen) gr(?:ü|ue)(?:ß|ss)en|"
    r"(?:viele|liebe|beste|herzliche|schöne|freundliche) gr(?:ü|ue)(?:ß|ss)e(?: .{1,30})?|mfg|lg|vg|"
    r"(?:bien )?(?:cordialement|amicalement)(?: vôtre)?|meilleures salutations|salutations distinguées|"
    r"(?:un |atentos |cordiales )?saludos?(?: cordiale?s?)?|atentamente|(?:cordiali|distinti) saluti|cordialmente|"
    r"(?:com os )?melhores cumprimentos|atenciosamente|(?:um )?abraço|"
    r"(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|(?:z poważaniem|pozdrawiam(?: serdecznie)?|"
    r"pozdrowienia|serdecznie pozdrawiam))\s*[,.!]*$",
    re.I,
)
"""Formal closings: no turn is among them, wherever they stand."""
CLOSING = re.compile(
    r"^(?:thanks|thank you|cheers|best|danke|vielen dank|gruß|grüße|merci(?: beaucoup)?|à bientôt|gracias|grazie|ciao|"
    r"obrigad[oa]|bedankt|groet(?:en|jes)?|dzięki|dziękuję)\s*[,.!]*$",
    re.I,
)
"""Informal ones, which close a mail only below something else."""
DISCLAIMER = re.compile(
    r"^\W*(?:(?:external|extern[ea]?|externo|externer|esterna|externí)\b.{0,60}(?:mail|message|sender|absender|:|\])|"
    r"(?:achtung|attention|attenzione|atención|atenção|let op|uwaga)\b.{0,60}(?:extern|extér|estern)|"
    r"(?:do not|don.t|never) (?:click|open)\b|klicken sie nicht|ne cliquez pas|no haga clic)|"
    r"^\W*(?:disclaimer|confidentiality(?: notice)?|confidential(?: notice)?|caution|warning|legal notice|"
    r"(?:wichtiger )?hinweis|avis de confidentialité|aviso (?:legal|de confidencialidad)|avviso di riservatezza|"
    r"aviso de confidencialidade|vertrouwelijkheid|klauzula poufności)\s*:|"
    r"^\W*(?:this (?:e-?mail|message|communication)\b.{0,80}(?:confidential|intended|privileged|addressed)|"
    r"the information (?:contained )?in this|diese (?:e-?mail|nachricht) (?:enthält|ist|kann)\b|"
    r"ce (?:message|courriel|mail)\b.{0,80}confidentiel|este (?:mensaje|correo)\b.{0,80}confidencial|"
    r"(?:il presente|questo) (?:messaggio|e-?mail)\b.{0,80}(?:riservat|confidenzial)|"
    r"esta (?:mensagem|e-?mail)\b.{0,80}confidencia|dit (?:bericht|e-?mailbericht)\b.{0,80}(?:vertrouwelijk|bestemd)|"
    r"(?:ta|niniejsza) wiadomość\b.{0,80}pouf|(?:before|please consider).{0,40}print|virus-?free\b|virenfrei\b|"
    r"sans virus\b|libre de virus\b|privo di virus\b|virusvrij\b|wolny od wirusów\b)",
    re.I,
)

"""The settings of the site, all read from the environment.

If nothing is set, the site runs on one machine without servers: SQLite, Celery over files, emails in files, a secret
key of its own. If DATABASE_URL is set, it is a public server and needs the rest. `mastery_site.checks` names faults.
"""

import logging
import os
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path

from environs import Env

from accounts.limiting import limits
from mastery_site import schedule
from mastery_site.environment import backends, contact, data_folder, keys, mail, variables
from mastery_site.logs import sentry
from mastery_site.pages import account_forms
from mastery_site.serving import content_policy

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()

# --- Where things are -------------------------------------------------------------------------------------------
DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / "var"))).resolve()
EMBEDDED = not env.str("DATABASE_URL", "")
DATA_DIR_FAULT = (data_folder.keep_private(DATA_DIR) if EMBEDDED else "") or data_folder.make_folders(DATA_DIR)
PORT = variables.number(os.environ, "PORT", 8000)
BIND = env.str("BIND", "").strip() or "127.0.0.1"
SITE_URL = env.str("SITE_URL", f"http://localhost:{PORT}" if EMBEDDED else "").rstrip("/")
SITE_NAME = env.str("SITE_NAME", "") or "Slowboard"
DEBUG = variables.flag(os.environ, "DEBUG")
SECRET_KEY = keys.secret_key(env.str("SECRET_KEY", ""), embedded=EMBEDDED, data_dir=DATA_DIR)
SECRET_KEY_FALLBACKS = [key.strip() for key in env.str("SECRET_KEY_FALLBACKS", "").split(",") if key.strip()]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if EMBEDDED else [])
CSRF_FAILURE_VIEW = "mastery_site.pages.csrf_failure.refuse"
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

# --- Application ------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "replies",
    "notifications",
    "moderation",
    "records",
    "competition",
    "computers",
    "analysis",
    "games",
    "accounts",
    "mastery_site.apps.SiteConfig",
    "mastery_site.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
]
MIDDLEWARE = [
    "mastery_site.serving.forwarding.ForwardedMiddleware",
    "mastery_site.logs.lines.RequestMiddleware",
    "mastery_site.serving.sessionless.SessionlessMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "mastery_site.serving.middleware.HeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "mastery_site.serving.middleware.PolicyMiddleware",
    "mastery_site.serving.body_limit.BodyLimitMiddleware",
    "mastery_site.serving.middleware.RefuseNulMiddleware",
    "mastery_site.serving.middleware.CompressingMiddleware",
    "mastery_site.serving.middleware.PrivateMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.UserMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.KeptFormsMiddleware",
    "accounts.middleware.ReauthenticationMiddleware",
    "accounts.middleware.GuessingMiddleware",
    "accounts.middleware.UnreadableFactorMiddleware",
    "accounts.middleware.SeenMiddleware",
    "accounts.middleware.VisitMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "mastery_site.serving.middleware.OutdatedMiddleware",
]
ROOT_URLCONF = "mastery_site.urls"
WSGI_APPLICATION = "mastery_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "engine/games"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "mastery_site.pages.context.site",
            ],
            "libraries": {"icons": "core.templatetags.icons", "words": "core.templatetags.words"},
            "builtins": [
                "core.templatetags.addresses",  # `url`, which uses cached addresses
                "accounts.templatetags.marked",  # marks each form with the account that writes it
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Database ---------------------------------------------------------------------------------------------------
DATABASES = {"default": backends.database(env, embedded=EMBEDDED, data_dir=DATA_DIR)}

# --- Redis, Celery, cache ---------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", "")
CACHES = {"default": backends.cache(REDIS_URL, data_dir=DATA_DIR)}
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_TRANSPORT = backends.broker_transport(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = backends.broker_options(REDIS_URL, data_dir=DATA_DIR)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False  # losing a task with its worker does no harm: rows say what to do
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_POOL = "threads"  # set here, so the worker's command need not name it: its pulse watches threads
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)  # on the file system each worker would leave a queue
CELERY_TASK_DEFAULT_QUEUE = schedule.MAIL
CELERY_TASK_QUEUES = schedule.list_queues()
CELERY_TASK_ROUTES = schedule.ROUTES
CELERY_TIMEZONE = "UTC"
SWEEP_EVERY = schedule.SWEEP_EVERY

PROBE_URL = env.str("PROBE_URL", f"{f'http://127.0.0.1:{PORT}' if EMBEDDED else SITE_URL}/healthz")
PING_URL = env.str("PING_URL", "").strip()  # called each minute while all is well; its service notices silence

# --- Mail -------------------------------------------------------------------------------------------------------
MAIL_DIR = DATA_DIR / "mail"
EMAIL_CONFIG = mail.read_email_url(env)
MAIL_TO_FILES = EMAIL_CONFIG.pop("TO_FILES")
MAIL_PROVIDER = EMAIL_CONFIG.pop("PROVIDER", "")  # a provider of anymail; the site accepts its reports of bounces
ANYMAIL: dict[str, str] = {}
NOTICE_EMAIL_BACKEND = EMAIL_CONFIG.pop("BACKEND")  # really sends; only the outbox uses it
globals().update(EMAIL_CONFIG)  # EMAIL_HOST and similar settings, and ANYMAIL
EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"  # all other emails become rows of the outbox
EMAIL_TIMEOUT = EMAIL_CONFIG.get("EMAIL_TIMEOUT") or 10  # seconds, for each reply of the mail server
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "") or mail.default_from(SITE_URL, site_name=SITE_NAME)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
CONTACT_EMAIL = env.str("CONTACT_EMAIL", "") or parseaddr(DEFAULT_FROM_EMAIL)[1]
TURN_NOTICE_WAIT = timedelta(seconds=variables.number(os.environ, "TURN_NOTICE_WAIT", 60))  # time for quick answers
TURN_NOTICE_GAP = timedelta(seconds=variables.number(os.environ, "TURN_NOTICE_GAP", 1800))  # between two such emails

REPLY_ADDRESS = env.str("REPLY_ADDRESS", "") or ("turn@reply.localhost" if MAIL_TO_FILES else "")
REPLY_PROVIDER, REPLY_MAILBOX = mail.read_inbound(env, address=REPLY_ADDRESS, sends_by=MAIL_PROVIDER)
ANYMAIL = (mail.anymail_keys(os.environ) if REPLY_PROVIDER else {}) | ANYMAIL
REPLY_AUTHORITY = env.str("REPLY_AUTHORITY", "")  # servers whose Authentication-Results are trusted
REPLIES_DIR = DATA_DIR / "replies"  # a site without a mail server reads replies here, as .eml files

TELEGRAM_BOT_TOKEN = env.str("TELEGRAM_BOT_TOKEN", "").strip()  # for the bot that sends notifications to Telegram
TELEGRAM_API = "https://api.telegram.org"

CELERY_BEAT_SCHEDULE = schedule.write_for_beat(
    looks_for_replies=bool(REPLY_ADDRESS), has_telegram=bool(TELEGRAM_BOT_TOKEN), pings=bool(PING_URL)
)

# --- Push messages, and other requests that the site sends ------------------------------------------------------
VAPID_PRIVATE_KEY = keys.vapid_key(env.str("VAPID_PRIVATE_KEY", ""), embedded=EMBEDDED, data_dir=DATA_DIR)
VAPID_SUBJECT = env.str("VAPID_SUBJECT", "") or contact.find_contact(SITE_URL, default_from=DEFAULT_FROM_EMAIL)
PUSH_HOSTS = [  # the push services of browsers; we contact no other host that a browser names
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "web.push.apple.com",
    *(host.strip() for host in env.str("PUSH_HOSTS", "").split(",") if host.strip()),
]
OUTGOING_HOSTS = variables.list_origins(env.str("OUTGOING_HOSTS", ""))  # in the owner’s own network

# --- Records ----------------------------------------------------------------------------------------------------
RECORDS_LICENCE = env.str("RECORDS_LICENCE", "").strip()  # for finished public games between people, such as CC0-1.0
RECORDS_DIR = Path(env.str("RECORDS_DIR", "") or DATA_DIR / "records").resolve()  # files with all games of a month

# --- People -----------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.signing_in.backend.Backend"]
PASSWORDS_ARE = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "mastery_site.pages.passwords.KnownPasswordValidator"},
    {"NAME": "mastery_site.pages.passwords.SiteValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "mastery_site.pages.passwords.ShortEnoughValidator", "OPTIONS": {"then": PASSWORDS_ARE}}
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.signing_in.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if SITE_URL.startswith("http:") else "https"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_CHANGE_EMAIL = True  # one address per account; a new one replaces it when it is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the account's owner is told of every change to it
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # a password reset for an unknown address sends no email
ACCOUNT_LOGIN_TIMEOUT = int(timedelta(hours=2).total_seconds())  # an email with a confirmation link may arrive late
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = int(timedelta(minutes=10).total_seconds())
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = limits.MOST_GUESSES_OF_A_CODE
ACCOUNT_LOGIN_BY_CODE_FORMAT = {"numeric": True, "length": 8, "dashed": True}
ACCOUNT_RATE_LIMITS = limits.write_for_allauth()
ACCOUNT_FORMS = account_forms.ACCOUNT
ALLAUTH_TRUSTED_PROXY_COUNT = variables.number(os.environ, "TRUSTED_PROXY_COUNT", 0 if EMBEDDED else 1)
TRUSTED_PROXIES = env.str("TRUSTED_PROXIES", "").strip()  # may say where a request comes from: core.forwarded
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = SITE_URL.startswith("http:")
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # thirty seconds either way, since the clocks of phones differ
MFA_ADAPTER = "accounts.signing_in.adapter.MFAAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True  # the first address is always verified; this lets it be changed under two-factor
MFA_FORMS = account_forms.MFA
USERSESSIONS_TRACK_ACTIVITY = True
USERSESSIONS_ADAPTER = "accounts.signing_in.adapter.UserSessionsAdapter"

# --- Time and language ------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English")]  # add another once its sentences are translated
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

# --- Static files -----------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(DATA_DIR / "static"))).resolve()
STATICFILES_DIRS = [BASE_DIR / "mastery_site" / "static"]
WHITENOISE_USE_FINDERS = EMBEDDED
WHITENOISE_MAX_AGE = 0 if EMBEDDED else 60
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": f"mastery_site.serving.static_files.{'EmbeddedStaticFiles' if EMBEDDED else 'StaticFiles'}",
        "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700} if EMBEDDED else {},
    },
}

# --- Security ---------------------------------------------------------------------------------------------------
SECURE = SITE_URL.startswith("https:")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
COOKIE_PREFIX = "__Host-" if SECURE else ""  # with it, browsers accept a cookie from this host only, over TLS
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
SECURE_SSL_REDIRECT = SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE and ALLAUTH_TRUSTED_PROXY_COUNT else None
FORCE_SCRIPT_NAME = ""  # the site is at the root of its host, whatever a server or a header says
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if SECURE else 0
SECURE_HSTS_PRELOAD = SECURE and variables.flag(os.environ, "HSTS_PRELOAD")  # undoing it takes years
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD or (SECURE and variables.flag(os.environ, "HSTS_SUBDOMAINS"))
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # these always want both
SECURE_REFERRER_POLICY = "same-origin"
SECURE_REDIRECT_EXEMPT = [r"^(livez|healthz|metrics)$"]  # requested from inside, where there is no TLS
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.signing_in.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=60).total_seconds())  # without use
SESSION_LASTS = timedelta(days=180)  # from the log-in on, however often it is used
STAFF_SESSION_LASTS = timedelta(hours=12)
MESSAGE_STORAGE = "mastery_site.serving.messages.Storage"
CONTENT_SECURITY_POLICY = content_policy.POLICY

# --- Logs -------------------------------------------------------------------------------------------------------
LOG_LEVEL = env.str("LOG_LEVEL", "").upper() or "INFO"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"site": {"()": f"mastery_site.logs.lines.{'Lines' if EMBEDDED else 'JsonLines'}"}},
    "filters": {"refusals": {"()": "mastery_site.logs.lines.Refusals"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "site", "filters": ["refusals"]}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL if LOG_LEVEL in logging.getLevelNamesMapping() else "INFO"},
    "loggers": {
        "django": {"level": "INFO"},  # without handlers of its own, which would write tracebacks with DEBUG
        "django.server": {"level": "WARNING"},
        "celery": {"level": "WARNING"},  # mastery_site.logs writes a line for each task
        "mastery_site.logs": {"level": "WARNING" if EMBEDDED else "NOTSET"},  # a line for each request and task
    },
}
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
SENTRY_DSN = env.str("SENTRY_DSN", "")
if SENTRY_DSN:
    sentry.start(SENTRY_DSN)

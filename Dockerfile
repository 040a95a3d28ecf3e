# Two images: `site`, which runs every process of the site, and `proxy`, which stands in front of it with TLS.
FROM python:3.11.14-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /site
COPY requirements.txt ./
RUN python -m venv /venv && /venv/bin/pip install --require-hashes --requirement requirements.txt
COPY . .
# Hashed and compressed once, here. DATABASE_URL only says that this is a public server; nothing is connected to.
RUN DATABASE_URL=postgres://build@build/build DATA_DIR=/tmp/build STATIC_ROOT=/site/static \
    /venv/bin/python manage.py collectstatic --noinput
RUN /venv/bin/python -m compileall -q /site

FROM python:3.11.14-slim-bookworm AS site
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin site && install -d -o 10001 -g 10001 /files
COPY --from=build /venv /venv
COPY --from=build /site /site
WORKDIR /site
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data STATIC_ROOT=/site/static PORT=8000 \
    BIND=0.0.0.0
USER 10001:10001
EXPOSE 8000
CMD ["gunicorn", "--config", "python:mastery_site.gunicorn_conf", "mastery_site.wsgi"]

FROM caddy:2.10.2-alpine AS proxy
# It listens above 1024 and so needs no privilege; with the one in its file it would not start where all are dropped.
RUN apk add --no-cache libcap-setcap && setcap -r /usr/bin/caddy && apk del libcap-setcap \
    && chown -R 10002:10002 /data /config
COPY deploy/Caddyfile /etc/caddy/Caddyfile
USER 10002:10002

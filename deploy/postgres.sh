#!/bin/sh
# PostgreSQL's image runs it once, on an empty volume, as the superuser: makes the user and the database of the site.
# The site's user owns its tables and is no superuser, so that a hole in the site opens neither files nor programs.
set -e
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE site LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION;
CREATE DATABASE site OWNER site;
REVOKE ALL ON DATABASE site, postgres, template1 FROM PUBLIC;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL

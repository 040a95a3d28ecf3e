#!/bin/sh
# Installs the browser, Redis, Dovecot, Caddy and systemd's checks that the tests use, where that is allowed: as root on Debian. Elsewhere the
# tests that need them are skipped and say so. Packages that are named are wanted besides.
missing=""
command -v redis-server >/dev/null || [ -n "$TEST_REDIS_URL" ] || missing="$missing redis-server"
for program in chromium chromium-headless-shell; do
    command -v $program >/dev/null || [ -n "$TEST_CHROMIUM" ] || missing="$missing $program"
done
command -v systemd-analyze >/dev/null || missing="$missing systemd"
[ -x /usr/sbin/dovecot ] || command -v dovecot >/dev/null || missing="$missing dovecot-imapd"
[ -x /usr/bin/caddy ] || missing="$missing caddy"
for package in "$@"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Not installed here:$missing. Tests that need them are skipped."
    exit 0
fi
echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
# A service would take Redis' port for good; the tests start their own. policy-rc.d is how Debian says so.
[ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d && ours=1; }
apt-get update -qq </dev/null && apt-get install -y -qq --no-install-recommends $missing </dev/null >/dev/null
[ -n "$ours" ] && rm -f /usr/sbin/policy-rc.d
exit 0

#!/usr/bin/env bash
# Runs rclone's own tests of an FTP backend against our server, in the clear and with TLS. Needs go, the network (the Go
# module proxy) the first time, and a packaged fsp. Prints the outcome of each run; exit code 1 when a test fails.
set -euo pipefail
VERSION=v1.75.1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=${FSP_RCLONE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/fsp-rclone-suite}
mkdir -p "$work"

suite=$work/ftp-$VERSION.test
if [ ! -x "$suite" ]; then
    mkdir -p "$work/module"
    cd "$work/module"
    [ -f go.mod ] || go mod init suite
    go get -t "github.com/rclone/rclone/backend/ftp@$VERSION"
    go test -c -o "$suite" github.com/rclone/rclone/backend/ftp
fi
cd "$work/module"
sources=$(go list -m -f '{{.Dir}}' github.com/rclone/rclone)/backend/ftp

run=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$run"' EXIT
mkdir "$run/root"
echo secret | "$here/fsp" user add --users "$run/users" suite --rights rwd
"$here/fsp" server --root "$run/root" --host 127.0.0.1 --port 0 --port-file "$run/port" --users "$run/users" \
    >"$run/server.log" 2>&1 &
server=$!
while [ ! -s "$run/port" ]; do
    kill -0 "$server" || { cat "$run/server.log"; exit 1; }
    sleep 0.2
done

: >"$run/empty.conf"
export RCLONE_CONFIG=$run/empty.conf RCLONE_CONFIG_TESTX_TYPE=ftp RCLONE_CONFIG_TESTX_HOST=127.0.0.1
export RCLONE_CONFIG_TESTX_PORT=$(<"$run/port") RCLONE_CONFIG_TESTX_USER=suite
# "secret", as rclone obscures passwords.
export RCLONE_CONFIG_TESTX_PASS=_o746ax5nb--Z1BJIw0GWwSKSUU1KQ
export RCLONE_CONFIG_TESTX_NO_CHECK_CERTIFICATE=true
cd "$sources"
failed=0
for tls in false true; do
    log=$work/tls-$tls.log
    RCLONE_CONFIG_TESTX_EXPLICIT_TLS=$tls "$suite" -remote TestX: -test.run '^TestIntegration$' -test.v \
        >"$log" 2>&1 || failed=1
    echo "tls=$tls passed=$(grep -c '^ *--- PASS' "$log") failed=$(grep -c '^ *--- FAIL' "$log" || true)" \
        "skipped=$(grep -c '^ *--- SKIP' "$log" || true) log=$log"
done
exit $failed

# For benchmarks to source: a throw-away federation on loopback. `work` is its directory, below DIR; what is in
# $work/root is served. All of it is gone when the script ends; `pids` are ended with it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
fsp=$here/fsp
work=$(mktemp -d "${DIR:-/var/tmp}/fsp-bench.XXXXXX")
pids=()
finish() {
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
chmod 755 "$work"
mkdir "$work/root"

wait_for() { for _ in $(seq 200); do [ -s "$1" ] && return; sleep 0.05; done; echo "no $1" >&2; exit 1; }
issue() { "$fsp" ca issue "$work/ca" --role "$1" --name "$2" --host localhost --host 127.0.0.1 --out "$work/$2.member" >/dev/null; }

# Starts three relays, whose addresses are then in `relays`, and a server, whose port is in `port`.
start_federation() {
    "$fsp" --version
    "$fsp" ca init "$work/ca" >/dev/null
    issue server server
    issue client client
    relays=
    for i in 1 2 3; do
        issue relay "r$i"
        "$fsp" relay --dir "$work/r$i" --host 127.0.0.1 --port 0 --port-file "$work/r$i.port" \
            --federation "$work/r$i.member" >/dev/null 2>"$work/r$i.log" &
        pids+=($!)
        wait_for "$work/r$i.port"
        relays+=${relays:+,}127.0.0.1:$(cat "$work/r$i.port")
    done
    "$fsp" server --root "$work/root" --host 127.0.0.1 --port 0 --port-file "$work/server.port" --anonymous \
        --federation "$work/server.member" --relays "$relays" >/dev/null 2>"$work/server.log" &
    pids+=($!)
    wait_for "$work/server.port"
    port=$(cat "$work/server.port")
    sync
}

#!/usr/bin/env bash
# One path test after the other across an emulated wide-area network: the UDP channel beside TCP cubic and bbr, one
# stream and eight. Needs root, /dev/net/tun, iproute2 and cc. Prints one line of JSON a run.
#
#   integration-tests/bench/wan.sh [RATE] [RTTS] [LOSSES] [BYTES]      default 100mbit "10ms 100ms 300ms" "0% 1% 5%" 60M
set -euo pipefail

rate=${1:-100mbit}
rtts=${2:-10ms 100ms 300ms}
losses=${3:-0% 1% 5%}
bytes=${4:-60M}
here=$(cd "$(dirname "$0")/../.." && pwd)
fsp=$here/fsp
work=$(mktemp -d /var/tmp/fsp-wan.XXXXXX)
prefix=w$$-
pids=()
finish() {
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

"$fsp" --version >/dev/null # builds what is not built
sysctl -qw net.ipv4.tcp_allowed_congestion_control="reno cubic bbr" 2>/dev/null || true
wait_for() { for _ in $(seq 300); do [ -s "$1" ] && return; sleep 0.1; done; echo "no $1" >&2; exit 1; }
on() { ip netns exec "$prefix$1" "${@:2}"; }

network() { # RTT LOSS
    printf 'host near 10.77.0.1 rate=%s queue=50ms\nhost far 10.77.0.2 rate=%s queue=50ms\npath near far rtt=%s loss=%s\nmtu 1500\nseed 7\n' \
        "$rate" "$rate" "$1" "$2" >"$work/topology"
    "$here/integration-tests/wanem/run" "$work/topology" -p "$prefix" >"$work/ready" 2>&1 &
    pids=($!)
    wait_for "$work/ready"
    rm -f "$work/port"
    on far "$fsp" bench serve --host 10.77.0.2 --port 0 --port-file "$work/port" >/dev/null 2>&1 &
    pids+=($!)
    wait_for "$work/port"
}
down() {
    kill "${pids[1]}" "${pids[0]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
    pids=()
}
measure() { # LABEL OPTIONS...
    printf '%s %s %s %s ' "$rate" "$rtt" "$loss" "$1"
    on near timeout 180 "$fsp" bench run "10.77.0.2:$(cat "$work/port")" --bytes "$bytes" --json "${@:2}" || echo "no result"
}
control() { for host in near far; do on "$host" sysctl -qw net.ipv4.tcp_congestion_control="$1" 2>/dev/null || return 1; done; }

for rtt in $rtts; do
    for loss in $losses; do
        network "$rtt" "$loss"
        measure udp --channel udp
        for law in cubic bbr; do
            control $law || continue
            measure "$law-1" --channel tcp --streams 1
            measure "$law-8" --channel tcp --streams 8
        done
        down
    done
done

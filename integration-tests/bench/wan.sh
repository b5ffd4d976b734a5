#!/usr/bin/env bash
# Path tests across an emulated wide-area network: the UDP channel beside TCP cubic and bbr, one stream and eight. Needs
# root, /dev/net/tun, iproute2 and cc. Prints a line a run, and behind the UDP channel's what it is to reach:
#
#   share    IP bits of data delivered for the first time / (rate x (1 - loss)), without the first quarter of the time:
#            at least 95 %, and 85 % over the whole file at 100 ms
#   sent     part of the bytes that was sent again: at most the loss and a point; TCP: segments sent again
#   came     part of the bytes that came twice: at most 0.5 %
#   queue    mean queueing delay: at most 30 ms
#
#   integration-tests/bench/wan.sh [RATE] [RTTS] [LOSSES] [BYTES] [SECONDS]
#
# defaults: 100mbit "10ms 100ms 300ms" "0% 1% 5%" 60M 8; SECONDS end a run of TCP. That takes some eight minutes. The reports
# in JSON are left in the file that the last line names.
set -euo pipefail

rate=${1:-100mbit}
rtts=${2:-10ms 100ms 300ms}
losses=${3:-0% 1% 5%}
bytes=${4:-60M}
seconds=${5:-8}
here=$(cd "$(dirname "$0")/../.." && pwd)
fsp=$here/fsp
work=$(mktemp -d /var/tmp/fsp-wan.XXXXXX)
reports=$(mktemp /var/tmp/fsp-wan-reports.XXXXXX)
prefix=w$$-
pids=()
missed=0
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
    ip netns exec "${prefix}far" "$fsp" bench serve --host 10.77.0.2 --port 0 --port-file "$work/port" >/dev/null 2>&1 &
    pids+=($!)
    wait_for "$work/port"
}
down() {
    kill "${pids[1]}" "${pids[0]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
    pids=()
}
bits() { # RATE such as 100mbit
    awk -v rate="$1" 'BEGIN { n = rate + 0; print rate ~ /gbit/ ? n * 1e9 : rate ~ /mbit/ ? n * 1e6 : rate ~ /kbit/ ? n * 1e3 : n }'
}
measure() { # LABEL OPTIONS...
    local report
    report=$(on near timeout 180 "$fsp" bench run "10.77.0.2:$(cat "$work/port")" --bytes "$bytes" --json "${@:2}" 2>&1) || {
        printf '%-8s %-6s %-4s %-8s failed: %s\n' "$rate" "$rtt" "$loss" "$1" "$report"
        missed=1
        return
    }
    printf '%s %s %s %s %s\n' "$rate" "$rtt" "$loss" "$1" "$report" >>"$reports"
    awk -v rate="$rate" -v bits="$(bits "$rate")" -v rtt="${rtt%ms}" -v loss="${loss%\%}" -v label="$1" -v report="$report" '
        function field(name, at) {
            at = index(report, "\"" name "\":")
            return at ? substr(report, at + length(name) + 3) + 0 : 0
        }
        BEGIN {
            link = bits * (1 - loss / 100)
            overhead = field("ipBytesPerByte")
            share = 100 * field("effectiveBitsPerSecond") * overhead / link
            whole = 100 * field("goodputBitsPerSecond") * overhead / link
            sent = 100 * field("sendingCost")
            came = 100 * field("receivingCost")
            queue = field("queueMeanMillis")
            line = sprintf("%-8s %-6s %-4s %-8s %7.1f Mbit/s, started %7.1f", rate, rtt "ms", loss "%", label, \
                field("goodputBitsPerSecond") / 1e6, field("effectiveBitsPerSecond") / 1e6)
            if (label != "udp") {
                print line sprintf("; %d segments sent again", field("retransmissions"))
                exit 0
            }
            print line sprintf("; share %.1f %% (whole %.1f), sent %.2f, came %.2f, queue %.1f ms", share, whole, sent, came, queue)
            bad = share < 95 ? bad " share" : bad
            bad = rtt == 100 && whole < 85 ? bad " whole" : bad
            bad = sent > loss + 1 ? bad " sent" : bad
            bad = came > 0.5 ? bad " came" : bad
            bad = queue > 30 ? bad " queue" : bad
            if (bad) print "    misses:" bad
            exit bad ? 1 : 0
        }' </dev/null || missed=1
}
control() { for host in near far; do on "$host" sysctl -qw net.ipv4.tcp_congestion_control="$1" 2>/dev/null || return 1; done; }

for rtt in $rtts; do
    for loss in $losses; do
        network "$rtt" "$loss"
        measure udp --channel udp --seconds 60
        for law in cubic bbr; do
            control $law || continue
            measure "$law-1" --channel tcp --streams 1 --seconds "$seconds"
            measure "$law-8" --channel tcp --streams 8 --seconds "$seconds"
        done
        down
    done
done
echo "reports: $reports"
exit $missed

#!/usr/bin/env bash
# What real relays send when nobody asks them anything: so many of them in a network namespace of their own, an
# address each, that know one of them; the namespace's loopback counts.
#
#   integration-tests/bench/overlay-traffic.sh [RELAYS] [MINUTES]
#
# Needs root, ip, and a build (mvn -Prun -DskipTests package). Prints the mean bits a second of a relay, IP and UDP
# headers included, for each minute; the first few are those in which the overlay builds itself.
set -euo pipefail
relays=${1:-16}
minutes=${2:-15}
fsp=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/fsp
space=fsp-traffic-$$
work=$(mktemp -d)
export FSP_JAVA_OPTS=${FSP_JAVA_OPTS:--XX:+UseSerialGC -Xmx200m -XX:TieredStopAtLevel=1}

finish() {
    ip netns pids "$space" | xargs -r kill
    ip netns del "$space"
    rm -rf "$work"
}
trap finish EXIT

"$fsp" ca init "$work/ca" >/dev/null
ip netns add "$space"
ip netns exec "$space" ip link set lo up
for i in $(seq "$relays"); do
    ip netns exec "$space" ip addr add "10.9.0.$i/32" dev lo
    "$fsp" ca issue "$work/ca" --role relay --name "r$i" --host "10.9.0.$i" --out "$work/r$i.member" >/dev/null
    join=()
    if [ "$i" -gt 1 ]; then
        join=(--join 10.9.0.1)
    fi
    ip netns exec "$space" "$fsp" relay --dir "$work/r$i" --federation "$work/r$i.member" --host "10.9.0.$i" \
        --port 4377 --caps 0,0 "${join[@]}" >"$work/r$i.log" 2>&1 &
done

sent() {
    ip netns exec "$space" awk '/lo:/ { print $10 }' /proc/net/dev
}
before=$(sent)
for minute in $(seq "$minutes"); do
    sleep 60
    now=$(sent)
    echo "minute $minute: $(((now - before) * 8 / 60 / relays)) bit/s a relay"
    before=$now
done

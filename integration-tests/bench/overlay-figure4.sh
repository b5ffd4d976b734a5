#!/bin/bash
# The FSP paper's figure 4 with relays from the overlay: client and in3 share one uplink, which nobody tells the server.
# Needs root, /dev/net/tun, ip and cc; emulated by ../wanem.
#   overlay-figure4.sh [MEGABYTES] [MBIT]     all links but the server's have MBIT (default 100), the file MEGABYTES (default 300)
# Prints for each way: seconds until the server was released, seconds in all, and which relays were sent to rest, why and when.
# hand: in1, in2 and the client, picked by hand. all: in3 too. overlay: found, and what shares the uplink found out, since nobody
# may conclude it from addresses. hinted: the same where they may.
set -u
here=$(cd "$(dirname "$0")" && pwd)
fsp="$here/../../fsp"
megabytes=${1:-300}
rate=${2:-100}
work=$(mktemp -d)
prefix="fsp$$"
"$fsp" --version > /dev/null || exit 2

cat > "$work/topology" <<TOPOLOGY
host server 10.77.1.1  rate=$((rate * 10))mbit
host in1    10.77.11.1 rate=${rate}mbit
host in2    10.77.12.1 rate=${rate}mbit
host in3    10.77.2.3  rate=${rate}mbit
host client 10.77.2.2  rate=${rate}mbit
link uplink rate=${rate}mbit hosts=in3,client
path * * rtt=0.6ms
TOPOLOGY

on() { # HOST ARGUMENTS...: fsp on that host
    local host=$1
    shift
    ip netns exec "$prefix$host" env XDG_STATE_HOME="$work/state" "$fsp" "$@"
}

await() { # FILE TEXT
    for _ in $(seq 600); do
        grep -q "$2" "$1" 2> /dev/null && return
        sleep 0.1
    done
    echo "no '$2' in $1" >&2
    exit 1
}

finish() {
    for host in server in1 in2 in3 client; do
        for pid in $(ip netns pids "$prefix$host" 2> /dev/null); do kill "$pid"; done
    done
    sleep 1
    kill "$wan" && wait "$wan"
    rm -rf "$work"
}

"$here/../wanem/run" "$work/topology" -p "$prefix" > "$work/wan.log" 2>&1 &
wan=$!
trap finish EXIT
await "$work/wan.log" ready
"$fsp" ca init "$work/ca" > /dev/null
for relay in in1 in2 in3; do "$fsp" ca issue --role relay --name $relay --out "$work/$relay" "$work/ca" > /dev/null; done
"$fsp" ca issue --role server --name server --host 10.77.1.1 --out "$work/server" "$work/ca" > /dev/null
"$fsp" ca issue --role client --name client --out "$work/client" "$work/ca" > /dev/null
mkdir "$work/root"
head -c "${megabytes}000000" /dev/urandom > "$work/root/data"
on in1 relay --dir "$work/d1" --federation "$work/in1" --capacity 4G > "$work/in1.log" 2>&1 &
await "$work/in1.log" listening
for relay in in2 in3; do
    on $relay relay --dir "$work/d-$relay" --federation "$work/$relay" --capacity 4G --join 10.77.11.1:4377 \
        > "$work/$relay.log" 2>&1 &
    await "$work/$relay.log" listening
done
for _ in $(seq 30); do
    [ "$(on client relays --federation "$work/client" --join 10.77.11.1:4377 --json | grep -o '"address"' | wc -l)" = 3 ] && break
    sleep 1
done

echo "TCP of all hosts: $(sysctl -n net.ipv4.tcp_congestion_control)"
port=2121
for way in hand all overlay hinted; do
    case $way in
        hand) relays="--relays 10.77.11.1:4377,10.77.12.1:4377" ;;
        all) relays="--relays 10.77.11.1:4377,10.77.12.1:4377,10.77.2.3:4377" ;;
        overlay | hinted) relays="--join 10.77.11.1:4377" ;;
    esac
    # shellcheck disable=SC2086
    on server server --root "$work/root" --anonymous --federation "$work/server" --port $port $relays \
        > "$work/server-$way.log" 2>&1 &
    await "$work/server-$way.log" listening
    mkdir "$work/$way"
    [ $way = overlay ] && where=auto:any-subnet || where=auto
    on client get --federation "$work/client" --direct --relays $where --json "fsp://10.77.1.1:$port/data" "$work/$way/" > "$work/$way.json"
    cmp -s "$work/root/data" "$work/$way/data" && same=whole || same=DIFFERENT
    echo "$way: $same $(grep -o '"sendSeconds":[0-9.]*\|"totalSeconds":[0-9.]*\|"dropped":\[[^]]*\]' "$work/$way.json" | tr '\n' ' ')"
    port=$((port + 1))
done
kill -USR1 "$wan"
sleep 0.5
grep -E "^(uplink|overrun)" "$work/wan.log"

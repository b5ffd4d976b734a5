#!/usr/bin/env bash
# Stripes 1 GiB over three relay processes on loopback, and sets that beside what the same machine does otherwise:
# one process that writes and fsyncs the same bytes in three files, and curl from the same server over FTP with TLS.
#
#   integration-tests/bench/loopback.sh [MIB]        default 1024; DIR=/dev/shm puts relays and files on tmpfs
mib=${1:-1024}
. "$(dirname "$0")/federation.sh"

mkdir "$work/dest"
head -c "${mib}M" /dev/urandom >"$work/root/file.bin"
start_federation

seconds() { local t; t=$( { /usr/bin/time -f %e "$@" >/dev/null 2>"$work/stderr"; } 2>&1 ) || { cat "$work/stderr" >&2; exit 1; }; tail -n 1 "$work/stderr"; }
rate() { awk -v mib="$mib" -v s="$1" 'BEGIN { printf "%.0f MB/s (%.2f s)\n", mib * 1.048576 / s, s }'; }

printf 'write and fsync, one process, three files: '
rate "$(python3 - "$work" "$mib" <<'PY'
import os, sys, time
work, mib = sys.argv[1], int(sys.argv[2])
data = memoryview(open(work + "/root/file.bin", "rb").read())
third = len(data) // 3
start = time.time()
for i in range(3):
    with open(f"{work}/plain{i}", "wb", buffering=0) as out:
        part = data[i * third:(i + 1) * third if i < 2 else len(data)]
        for at in range(0, len(part), 1 << 20):
            out.write(part[at:at + (1 << 20)])
        os.fsync(out.fileno())
print(f"{time.time() - start:.3f}")
PY
)"
rm -f "$work"/plain?

printf 'curl, FTP with TLS: '
rate "$(seconds curl -s --ssl-reqd --cacert "$work/server.member/ca.crt" "ftp://127.0.0.1:$port/file.bin" -o "$work/curl.bin")"
rm -f "$work/curl.bin"

for run in cold warm; do
    json=$("$fsp" get "ftp://127.0.0.1:$port/file.bin" "$work/dest/$run.bin" --no-direct --json --federation "$work/client.member")
    printf 'fsp get over three relays (%s server): send ' "$run"
    rate "$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["sendSeconds"])' "$json")"
    printf '                                          total '
    rate "$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["totalSeconds"])' "$json")"
    cmp "$work/root/file.bin" "$work/dest/$run.bin"
    rm -f "$work/dest/$run.bin"
done
json=$("$fsp" evacuate "$work/root/file.bin" --relays "$relays" --ticket-file "$work/ticket" --json --federation "$work/client.member")
printf 'fsp evacuate to three relays (new process): send '
rate "$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["sendSeconds"])' "$json")"

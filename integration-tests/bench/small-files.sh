#!/usr/bin/env bash
# Brings many small files over: `fsp get` over three relays from a cold and from a warm server, `fsp evacuate` and `fsp
# collect`, and in the same run, as root, lftp's mirror from vsftpd where both are installed. All on loopback; every file is
# compared. Nothing is deleted in between: a file system that has just lost files is slow to make new ones.
#
#   integration-tests/bench/small-files.sh [FILES]     default 20,000 of 10 KB; DIR=/dev/shm puts them on tmpfs
files=${1:-20000}
. "$(dirname "$0")/federation.sh"

mkdir "$work/root/small" "$work/empty"
python3 - "$work/root/small" "$files" <<'PY'
import os, sys
for i in range(int(sys.argv[2])):
    if i % 1000 == 0:
        os.mkdir(f"{sys.argv[1]}/{i:05}")
    with open(f"{sys.argv[1]}/{i // 1000 * 1000:05}/file{i:05}", "wb") as out:
        out.write(os.urandom(10240))
PY
chmod -R a+rX "$work/root"
start_federation

now() { date +%s.%N; }
line() { awk -v what="$1" -v n="$files" -v a="$2" -v b="$3" 'BEGIN { printf "%-44s %6.2f s %8.0f files/s\n", what, b - a, n / (b - a) }'; }
same() { diff -r "$work/root/small" "$1"; }

for run in cold warm; do
    start=$(now)
    json=$("$fsp" get "ftp://127.0.0.1:$port/small" "$work/$run" --json --federation "$work/client.member")
    line "fsp get over three relays, $run server" "$start" "$(now)"
    python3 -c 'import json,sys; print("    server released after %.2f s" % json.loads(sys.argv[1])["sendSeconds"])' "$json"
    same "$work/$run/small"
done
start=$(now)
"$fsp" evacuate "$work/root/small" --relays "$relays" --ticket-file "$work/ticket" --json --federation "$work/client.member" >/dev/null
line "fsp evacuate to three relays" "$start" "$(now)"
start=$(now)
"$fsp" collect "$work/ticket" "$work/collected" --json >/dev/null
line "fsp collect from them" "$start" "$(now)"
same "$work/collected/small"

if [ -x /usr/sbin/vsftpd ] && command -v lftp >/dev/null; then
    other=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    printf '%s\n' listen=YES listen_address=127.0.0.1 "listen_port=$other" background=NO anonymous_enable=YES \
        no_anon_password=YES "anon_root=$work/root" ftp_username=daemon "secure_chroot_dir=$work/empty" \
        xferlog_enable=NO seccomp_sandbox=NO >"$work/vsftpd.conf"
    /usr/sbin/vsftpd "$work/vsftpd.conf" >/dev/null 2>&1 &
    pids+=($!)
    sleep 0.5
    start=$(now)
    lftp -c "open ftp://127.0.0.1:$other; mirror small $work/mirrored"
    line "lftp mirror from vsftpd" "$start" "$(now)"
    same "$work/mirrored"
fi

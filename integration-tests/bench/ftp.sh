#!/usr/bin/env bash
# What FTP clients get from this server, and in the same run from vsftpd and ProFTPD: one large file each way with curl,
# plain and TLS; logins one after the other; many small files with lftp; memory with idle sessions and with transfers
# besides. Loopback; the servers take turns, so that whatever else the machine does meets all of them, and each figure is
# the best of RUNS. Takes some five minutes.
#
#   integration-tests/bench/ftp.sh
#
#   MIB=1024 LOGINS=300 FILES=2000 IDLE=1000 BUSY=50 RUNS=3   how much of each
#   DIR=/dev/shm                                              where the files are; /var/tmp puts the disk in
#   SERVERS="fsp vsftpd proftpd"                              which servers
#   FSP_JAVA_OPTS                                             as for ./fsp
#
# The other two come from Debian's archive (apt-get download) where they are not installed: nothing is installed. They
# need root, and serve anonymous clients; this one serves a user with a password, but for the row of anonymous logins, and
# makes every file durable before it says that it has it, which costs more. Without root, SERVERS=fsp. Where mounts can be
# had for one process alone, vsftpd also has a user with a password, who is nowhere else: its /etc/passwd, /etc/shadow and
# PAM service are its own.
set -euo pipefail

MIB=${MIB:-1024} LOGINS=${LOGINS:-300} FILES=${FILES:-2000} IDLE=${IDLE:-1000} BUSY=${BUSY:-50} RUNS=${RUNS:-3}
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${DIR:-/dev/shm}/fsp-ftp-bench.XXXXXX")
running=()
declare -A ports users passwords groups
# Users who log in with the password "secret".
declare -A logging_in
finish() {
    for name in "${running[@]}"; do
        kill -TERM -- "-${groups[$name]}" 2>/dev/null || true
        wait "${groups[$name]}" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap finish EXIT
ulimit -n "$(ulimit -Hn)"

chmod 755 "$work"
mkdir -p "$work/root/up" "$work/root/small" "$work/state"
chmod 777 "$work/root/up"
head -c "${MIB}M" /dev/urandom >"$work/root/large"
python3 - "$work/root/small" "$FILES" <<'PY'
import os, sys
for i in range(int(sys.argv[2])):
    with open(f"{sys.argv[1]}/file{i:05}", "wb") as out:
        out.write(os.urandom(10240))
PY
chmod -R a+rX "$work/root"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout "$work/key.pem" -out "$work/cert.pem" \
    2>/dev/null
cat "$work/key.pem" "$work/cert.pem" >"$work/both.pem"
chmod 600 "$work/key.pem" "$work/both.pem"

# Where a server is: installed, or unpacked from its package.
unpack() {
    mkdir -p "$work/debs" "$work/unpacked"
    (cd "$work/debs" && apt-get -q download "$@" >/dev/null 2>&1) || return 1
    for package in "$work"/debs/*.deb; do
        dpkg -x "$package" "$work/unpacked"
    done
}
find_server() {
    prefix=
    binary=$(command -v "$1" || true)
    [ -z "$binary" ] || return 0
    case $1 in
        vsftpd) unpack vsftpd || return 1 ;;
        proftpd) unpack proftpd-core proftpd-mod-crypto || return 1 ;;
    esac
    prefix=$work/unpacked
    binary=$prefix/usr/sbin/$1
    [ -x "$binary" ] && "$binary" -v >/dev/null 2>&1 </dev/null
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# Each server runs in a process group and session of its own, so that it can be ended and its memory be summed up.
start_fsp() {
    printf 'secret\n' | "$here/fsp" user add --users "$work/state/users" bench --rights rwd >/dev/null
    FSP_LOG=warn setsid "$here/fsp" server --root "$work/root" --users "$work/state/users" --anonymous \
        --host 127.0.0.1 --port "$port" --certificate "$work/cert.pem" --key "$work/key.pem" --max-per-address 100000 \
        --drain 1 >"$work/fsp.log" 2>&1 &
    server=$! user=bench password=secret
    logging_in[fsp]=bench
}
start_vsftpd() {
    cat >"$work/vsftpd.conf" <<CONF
listen=YES
listen_address=127.0.0.1
listen_port=$port
background=NO
anonymous_enable=YES
no_anon_password=NO
anon_root=$work/root
local_enable=YES
local_root=$work/root
pam_service_name=fsp-bench
write_enable=YES
anon_upload_enable=YES
anon_other_write_enable=YES
anon_mkdir_write_enable=YES
ftp_username=daemon
secure_chroot_dir=$work/state
max_clients=0
max_per_ip=0
ssl_enable=YES
allow_anon_ssl=YES
force_local_logins_ssl=NO
force_local_data_ssl=NO
require_ssl_reuse=NO
ssl_ciphers=HIGH
rsa_cert_file=$work/cert.pem
rsa_private_key_file=$work/key.pem
xferlog_enable=NO
seccomp_sandbox=NO
CONF
    local start=("$binary" "$work/vsftpd.conf")
    if unshare --mount true 2>/dev/null; then
        etc=$work/etc
        mkdir -p "$etc/pam.d"
        cp /etc/passwd "$etc"
        cp /etc/pam.d/* "$etc/pam.d"
        echo "bench:x:4021:4021::$work/root:/bin/sh" >>"$etc/passwd"
        echo "bench:$(openssl passwd -6 secret):19000:0:99999:7:::" >"$etc/shadow"
        printf '%s\n' "auth required pam_unix.so" "account required pam_unix.so" "session required pam_permit.so" \
            >"$etc/pam.d/fsp-bench"
        start=(unshare --mount bash -c 'for file in passwd shadow pam.d; do mount --bind "$0/$file" "/etc/$file"; done
            exec "$@"' "$etc" "${start[@]}")
        logging_in[vsftpd]=bench
    fi
    setsid "${start[@]}" >"$work/vsftpd.log" 2>&1 &
    server=$! user=anonymous password=x
}
start_proftpd() {
    cat >"$work/proftpd.conf" <<CONF
ModulePath $prefix/usr/lib/proftpd
ServerType standalone
DefaultAddress 127.0.0.1
Port $port
UseIPv6 off
UseReverseDNS off
User nobody
Group nogroup
MaxInstances 4000
PidFile $work/state/proftpd.pid
ScoreboardFile $work/state/proftpd.score
SystemLog none
TransferLog none
WtmpLog off
DelayEngine off
UseFtpUsers off
<IfModule !mod_tls.c>
  LoadModule mod_tls.c
</IfModule>
TLSEngine on
TLSRSACertificateFile $work/cert.pem
TLSRSACertificateKeyFile $work/key.pem
TLSOptions NoSessionReuseRequired
TLSRequired off
<Anonymous $work/root>
  User daemon
  Group daemon
  UserAlias anonymous daemon
  RequireValidShell off
  AllowOverwrite on
  MaxClients 4000
  MaxClientsPerHost 4000
</Anonymous>
CONF
    setsid "$binary" -n -q -c "$work/proftpd.conf" >"$work/proftpd.log" 2>&1 &
    server=$! user=anonymous password=x
}

await_server() {
    for _ in $(seq 300); do
        curl -sf -u "$user:$password" "ftp://127.0.0.1:$port/" >/dev/null 2>&1 && return
        sleep 0.1
    done
    echo "$name does not answer:" >&2
    cat "$work/$name.log" >&2
    exit 1
}

# Seconds that a command takes.
seconds() {
    python3 - "$@" <<'PY'
import subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
elapsed = time.perf_counter() - start
if done.returncode:
    sys.stderr.write(f"{sys.argv[1:]} failed with {done.returncode}: {done.stderr.decode()}\n")
    sys.exit(1)
print(f"{elapsed:.3f}")
PY
}

ftp_curl() { seconds curl -sS -u "$user:$password" "$@"; }
retr() { ftp_curl -o /dev/null "ftp://127.0.0.1:$port/large"; }
retr_tls() { ftp_curl --ssl-reqd -k -o /dev/null "ftp://127.0.0.1:$port/large"; }
stor() { ftp_curl -T "$work/root/large" "ftp://127.0.0.1:$port/up/" && rm -f "$work/root/up/large"; }
stor_tls() { ftp_curl --ssl-reqd -k -T "$work/root/large" "ftp://127.0.0.1:$port/up/" && rm -f "$work/root/up/large"; }
mirror() {
    local settings="set net:timeout 20; set ftp:ssl-allow no; set xfer:clobber yes"
    rm -rf "$work/mirrored"
    mkdir "$work/mirrored"
    seconds lftp -c "open -u $user,$password ftp://127.0.0.1:$port; $settings; mirror small $work/mirrored/small"
}

# LOGINS sessions of one client process, one after the other: as little client as can be, for the server's time counts.
logins() {
    cat >"$work/logins.py" <<'PY'
import socket, sys, time
port, user, password, count = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
start = time.perf_counter()
for _ in range(count):
    with socket.create_connection(("127.0.0.1", port)) as session:
        session.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for command, code in ("", "220"), (f"USER {user}", "331"), (f"PASS {password}", "230"), ("QUIT", "221"):
            if command:
                session.sendall(f"{command}\r\n".encode())
            reply = session.recv(4096).decode()
            assert reply.startswith(code), reply
print(f"{time.perf_counter() - start:.3f}")
PY
    python3 "$work/logins.py" "$port" "$1" "$2" "$LOGINS"
}
logins_anonymous() { logins anonymous x; }
logins_password() { [ -z "${logging_in[$name]:-}" ] || logins "${logging_in[$name]}" secret; }

# Kilobytes of memory that the server takes without sessions, with IDLE ones, and with BUSY transfers besides that wait
# for their client; shared pages count by their share.
memory() {
    python3 - "$port" "$user" "$password" "$IDLE" "$BUSY" "${groups[$name]}" <<'PY'
import ftplib, os, re, sys, time
port, user, password = int(sys.argv[1]), sys.argv[2], sys.argv[3]
idle, busy, leader = (int(text) for text in sys.argv[4:7])

# Of the server and all that descends from it: some give each session a process group and session of its own.
def kilobytes():
    parents, sizes = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(pid)] = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
            sizes[int(pid)] = int(re.search(r"^Pss:\s+(\d+)", open(f"/proc/{pid}/smaps_rollup").read(), re.M).group(1))
        except (OSError, AttributeError):
            pass
    def belongs(pid):
        return pid == leader or (pid in parents and parents[pid] > 1 and belongs(parents[pid]))
    return sum(size for pid, size in sizes.items() if belongs(pid))

def session():
    ftp = ftplib.FTP()
    ftp.connect("127.0.0.1", port)
    ftp.login(user, password)
    return ftp

figures = [kilobytes()]
sessions = [session() for _ in range(idle)]
figures.append(kilobytes())
transfers = []
for _ in range(busy):
    ftp = session()
    ftp.voidcmd("TYPE I")
    data = ftp.transfercmd("RETR large")
    data.recv(100_000)
    transfers.append((ftp, data))
time.sleep(1)
figures.append(kilobytes())
print(*figures)
PY
}

uptime
printf '%s\n' "$MIB MiB, $LOGINS logins, $FILES files of 10 KB, $IDLE idle sessions, $BUSY transfers; best of $RUNS; files in ${DIR:-/dev/shm}"
for name in ${SERVERS:-fsp vsftpd proftpd}; do
    if [ "$name" != fsp ] && ! find_server "$name"; then
        echo "$name is not installed, and its package cannot be had: skipped"
        continue
    fi
    port=$(free_port)
    "start_$name"
    running+=("$name")
    ports[$name]=$port users[$name]=$user passwords[$name]=$password groups[$name]=$server
    await_server
done

for what in retr retr_tls stor stor_tls logins_anonymous logins_password mirror; do
    for ((run = 0; run < RUNS; run++)); do
        for name in "${running[@]}"; do
            port=${ports[$name]} user=${users[$name]} password=${passwords[$name]}
            took=$("$what")
            [ -z "$took" ] || echo "$what $took" >>"$work/$name.figures"
        done
    done
done
for name in "${running[@]}"; do
    port=${ports[$name]} user=${users[$name]} password=${passwords[$name]}
    read -r without idle busy <<<"$(memory)"
    printf '%s\n' "memory_without $without" "memory_idle $idle" "memory_busy $busy" >>"$work/$name.figures"
done
uptime

python3 - "$work" "$MIB" <<'PY'
import os, sys
work, mib = sys.argv[1], int(sys.argv[2])
figures = {}
for name in ("fsp", "vsftpd", "proftpd"):
    path = f"{work}/{name}.figures"
    if os.path.exists(path):
        best = figures[name] = {}
        for key, value in (line.split() for line in open(path)):
            best[key] = min(best.get(key, float("inf")), float(value))
print("\n| what | " + " | ".join(figures) + " | " + " | ".join(f"ratio to {n}" for n in figures if n != "fsp") + " |")
print("|---" * (1 + len(figures) + sum(n != "fsp" for n in figures)) + "|")
rows = [
    ("retr", "RETR, MB/s", lambda s: mib * 1.048576 / s),
    ("retr_tls", "RETR with TLS, MB/s", lambda s: mib * 1.048576 / s),
    ("stor", "STOR, MB/s", lambda s: mib * 1.048576 / s),
    ("stor_tls", "STOR with TLS, MB/s", lambda s: mib * 1.048576 / s),
    ("logins_anonymous", "anonymous logins, s", lambda s: s),
    ("logins_password", "logins with a password, s", lambda s: s),
    ("mirror", "mirror of small files, s", lambda s: s),
    ("memory_without", "memory without sessions, MB", lambda k: k / 1000),
    ("memory_idle", "memory with idle sessions, MB", lambda k: k / 1000),
    ("memory_busy", "memory with transfers besides, MB", lambda k: k / 1000),
]
for key, title, shown in rows:
    values = {name: shown(f[key]) for name, f in figures.items() if key in f}
    cells = [f"{values[n]:.0f}" if values.get(n, 0) >= 100 else f"{values[n]:.2f}" if n in values else "" for n in figures]
    ratios = [
        f"{values['fsp'] / values[n]:.2f}" if "fsp" in values and n in values else "" for n in figures if n != "fsp"
    ]
    print(f"| {title} | " + " | ".join(cells) + " | " + " | ".join(ratios) + " |")
PY

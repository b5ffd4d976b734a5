package org.fastsend.client.ftp;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.SessionTls;

/// A small FTP server in memory, with TLS if it is given an identity: enough for a
/// client's tests, and scriptable where a real server would not misbehave. Entries: path to contents;
/// directories end with a slash; a link's contents start with `->`.
public final class FakeFtpServer implements AutoCloseable {
    private final ServerSocket listener;
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final Map<String, String> scripted = new ConcurrentSkipListMap<>();
    private final Map<String, byte[]> tree = new ConcurrentSkipListMap<>();
    private final Map<String, String> times = new ConcurrentSkipListMap<>();
    private final Map<String, Runnable> deeds = new ConcurrentSkipListMap<>();
    private volatile List<String> features =
            List.of("UTF8", "MLST type*;size*;modify*;", "REST STREAM", "SIZE", "EPSV");
    private volatile int breakAfterBytes = Integer.MAX_VALUE;
    private volatile int roomBytes = Integer.MAX_VALUE;
    private volatile Optional<SSLContext> tls = Optional.empty();
    private volatile Optional<String> dataRefusal = Optional.empty();

    public FakeFtpServer() throws IOException {
        listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        tree.put("/", new byte[0]);
        Thread.ofVirtual().start(this::accept);
    }

    public FakeFtpServer directory(String path) {
        tree.put(path + "/", new byte[0]);
        return this;
    }

    public FakeFtpServer file(String path, String contents) {
        return file(path, contents.getBytes(StandardCharsets.UTF_8));
    }

    public FakeFtpServer file(String path, byte[] contents) {
        tree.put(path, contents);
        return this;
    }

    /// When a file was written: `YYYYMMDDHHMMSS[.fraction]`.
    public FakeFtpServer written(String path, String time) {
        times.put(path, time);
        return this;
    }

    /// Has something happen when a command (whole line) comes, before it is obeyed.
    public FakeFtpServer before(String command, Runnable deed) {
        deeds.put(command, deed);
        return this;
    }

    public FakeFtpServer link(String path, String target) {
        return file(path, "->" + target);
    }

    public FakeFtpServer features(String... names) {
        features = List.of(names);
        return this;
    }

    /// Answers a command (whole line, or its verb) with these lines instead of obeying it. Hangs up after a 421, and
    /// after a 234, as one that dies in the TLS handshake.
    public FakeFtpServer reply(String command, String reply) {
        scripted.put(command, reply);
        return this;
    }

    /// Encrypts when asked to, with this identity.
    public FakeFtpServer tls(Identity identity) {
        tls = Optional.of(SessionTls.acceptor(identity));
        return this;
    }

    /// Takes no more than so many bytes of a file, and has no room for the rest.
    public FakeFtpServer roomFor(int bytes) {
        roomBytes = bytes;
        return this;
    }

    /// Cuts data connections off after so many bytes.
    public FakeFtpServer breakAfter(int bytes) {
        breakAfterBytes = bytes;
        return this;
    }

    /// Hangs up on every data connection and gives that reason.
    public FakeFtpServer refuseData(String reply) {
        dataRefusal = Optional.of(reply);
        return this;
    }

    /// What a client keeps to that may be as fast as it can.
    public static Pace unhurried() {
        return new TransferRate(RateSettings.UNBOUNDED).sendingPace(() -> 0);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public FtpUrl url(String path) {
        return FtpUrl.parse("ftp://127.0.0.1:" + port() + path);
    }

    /// Logs in anonymously.
    public FtpServer connect() {
        return FtpServer.connect(url("/"), Login.ANONYMOUS, ServerTrust.system(), FtpServer.Protection.PASSWORDS);
    }

    public List<String> commands() {
        return List.copyOf(commands);
    }

    public Optional<byte[]> contents(String path) {
        return Optional.ofNullable(tree.get(path));
    }

    public List<String> paths() {
        return List.copyOf(tree.keySet());
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket control = listener.accept();
                Thread.ofVirtual().start(() -> {
                    try (control) {
                        new Session(control).run();
                    } catch (IOException e) {
                        // the client went away, as clients do
                    }
                });
            }
        } catch (IOException e) {
            // closed: the test is over
        }
    }

    private final class Session {
        private Socket control;
        private BufferedReader in;
        private OutputStream out;
        private boolean protectedData;
        private String directory = "/";
        private String renameFrom = "";
        private int offset;
        private Optional<ServerSocket> passive = Optional.empty();

        Session(Socket control) throws IOException {
            this.control = control;
            in = new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8));
            out = control.getOutputStream();
        }

        void run() throws IOException {
            say(scripted.getOrDefault("", "220 fake"));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line);
                String verb = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
                String argument = line.length() > verb.length() ? line.substring(verb.length() + 1) : "";
                deeds.getOrDefault(line, () -> {}).run();
                Optional<String> script =
                        Optional.ofNullable(scripted.get(line)).or(() -> Optional.ofNullable(scripted.get(verb)));
                if (script.isPresent()) {
                    say(script.get());
                    if (script.get().startsWith("421") || script.get().startsWith("234")) {
                        return;
                    }
                } else {
                    obey(verb, argument);
                }
            }
        }

        private void say(String lines) throws IOException {
            out.write((lines + "\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        private void obey(String verb, String argument) throws IOException {
            String path = argument.startsWith("/") ? argument : (directory + "/" + argument).replace("//", "/");
            switch (verb) {
                case "USER" -> say("331 password?");
                case "PASS" -> say("230 in");
                case "FEAT" -> say("211-Features\r\n " + String.join("\r\n ", features) + "\r\n211 End");
                case "PWD" -> say("257 \"" + directory + "\"");
                case "TYPE", "OPTS" -> say("200 fine");
                case "AUTH" -> secure();
                case "PBSZ" -> say("200 fine");
                case "PROT" -> {
                    protectedData = true;
                    say("200 fine");
                }
                case "EPSV" -> {
                    passive = Optional.of(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
                    say("229 here (|||" + passive.get().getLocalPort() + "|)");
                }
                case "REST" -> {
                    offset = Integer.parseInt(argument);
                    say("350 from there");
                }
                case "CWD" -> {
                    boolean known = tree.containsKey(path.equals("/") ? "/" : path + "/");
                    directory = known ? path : directory;
                    say(known ? "250 there" : "550 no such directory");
                }
                case "SIZE" -> {
                    byte[] contents = tree.get(path);
                    say(contents == null ? "550 no such file" : "213 " + contents.length);
                }
                case "MDTM" -> say(tree.containsKey(path) ? "213 " + time(path) : "550 no such file");
                case "MKD" -> {
                    tree.put(path + "/", new byte[0]);
                    say("257 made");
                }
                case "RNFR" -> {
                    renameFrom = path;
                    say(tree.containsKey(path) ? "350 to?" : "550 no such file");
                }
                case "RNTO" -> {
                    tree.put(path, tree.remove(renameFrom));
                    say("250 renamed");
                }
                case "DELE" -> {
                    tree.remove(path);
                    say("250 gone");
                }
                case "MFMT" -> say("213 Modify=" + argument);
                case "MLST" -> describe(path);
                case "MLSD" -> list(path, true);
                case "LIST" -> list(directory, false);
                case "RETR" -> retrieve(path);
                case "STOR" -> store(path);
                case "QUIT" -> say("221 bye");
                default -> say("502 not here");
            }
        }

        private void secure() throws IOException {
            if (tls.isEmpty()) {
                say("502 not here");
                return;
            }
            say("234 go ahead");
            control = encrypted(control);
            in = new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8));
            out = control.getOutputStream();
        }

        private Socket encrypted(Socket plain) throws IOException {
            SSLSocket secured =
                    (SSLSocket) tls.orElseThrow().getSocketFactory().createSocket(plain, null, plain.getPort(), true);
            secured.setUseClientMode(false);
            secured.startHandshake();
            return secured;
        }

        private Socket accepted(ServerSocket port) throws IOException {
            return protectedData ? encrypted(port.accept()) : port.accept();
        }

        private void describe(String path) throws IOException {
            String key = tree.containsKey(path + "/") || path.equals("/") ? (path + "/").replace("//", "/") : path;
            byte[] contents = tree.get(key);
            say(
                    contents == null
                            ? "550 nothing there"
                            : "250-here\r\n " + facts(key, contents) + " " + path + "\r\n250 End");
        }

        private String time(String path) {
            return times.getOrDefault(path, "20240102030405.5");
        }

        private String facts(String key, byte[] contents) {
            String text = new String(contents, StandardCharsets.UTF_8);
            if (key.endsWith("/")) {
                return "type=dir;modify=20240102030405;";
            }
            return text.startsWith("->")
                    ? "type=OS.unix=slink:" + text.substring(2) + ";"
                    : "Type=file;Size=" + contents.length + ";Modify=" + time(key) + ";";
        }

        private void list(String path, boolean facts) throws IOException {
            String prefix = path.equals("/") ? "/" : path + "/";
            if (!tree.containsKey(prefix)) {
                say("550 no such directory");
                return;
            }
            StringBuilder text = new StringBuilder(facts ? "type=cdir; .\r\n" : "total 1\r\n");
            new TreeMap<>(tree).forEach((key, contents) -> {
                String name = key.startsWith(prefix) ? key.substring(prefix.length()) : "";
                String bare = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
                if (!bare.isEmpty() && bare.indexOf('/') < 0) {
                    text.append(facts ? facts(key, contents) + " " + bare : likeLs(key, contents) + bare)
                            .append("\r\n");
                }
            });
            send(text.toString().getBytes(StandardCharsets.UTF_8));
        }

        private static String likeLs(String key, byte[] contents) {
            return (key.endsWith("/") ? "drwxr-xr-x" : "-rw-r-----") + " 1 a b " + contents.length + " Jan  2 03:04 ";
        }

        private void retrieve(String path) throws IOException {
            byte[] contents = tree.get(path);
            if (contents == null) {
                say("550 no such file");
                return;
            }
            send(java.util.Arrays.copyOfRange(contents, Math.min(offset, contents.length), contents.length));
            offset = 0;
        }

        /// Whether there is no data connection to be had.
        private boolean refuses() throws IOException {
            if (dataRefusal.isPresent()) {
                try (ServerSocket port = passive.orElseThrow()) {
                    port.accept().close();
                }
                say(dataRefusal.get());
            }
            return dataRefusal.isPresent();
        }

        private void send(byte[] bytes) throws IOException {
            say("150 coming");
            if (refuses()) {
                return;
            }
            int length = Math.min(bytes.length, breakAfterBytes);
            try (ServerSocket port = passive.orElseThrow();
                    Socket data = accepted(port)) {
                data.getOutputStream().write(bytes, 0, length);
            }
            say(length == bytes.length ? "226 all" : "426 broken");
        }

        private void store(String path) throws IOException {
            say("150 give");
            if (refuses()) {
                return;
            }
            ByteArrayOutputStream stored = new ByteArrayOutputStream();
            byte[] before = tree.getOrDefault(path, new byte[0]);
            stored.write(before, 0, Math.min(offset, before.length));
            try (ServerSocket port = passive.orElseThrow();
                    Socket data = accepted(port)) {
                stored.writeBytes(data.getInputStream().readNBytes(roomBytes));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            offset = 0;
            tree.put(path, stored.toByteArray());
            say(stored.size() < roomBytes ? "226 stored" : "552 no room");
        }
    }
}

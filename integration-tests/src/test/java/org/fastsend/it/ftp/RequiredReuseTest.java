package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real clients against a server that requires data connections to resume the control connection's TLS session.
class RequiredReuseTest {
    private static final String CHEAP_HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$+RsCrdHrAKGEJIDLM0Esow";

    /// Shows the one ticket of its control connection for twenty data connections.
    private static final String ONE_TICKET = """
            import ftplib, io, ssl, sys
            class Reusing(ftplib.FTP_TLS):
                def ntransfercmd(self, cmd, rest=None):
                    conn, size = ftplib.FTP.ntransfercmd(self, cmd, rest)
                    conn = self.context.wrap_socket(conn, server_hostname=self.host, session=self.kept)
                    assert conn.session_reused
                    return conn, size
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            context.minimum_version = context.maximum_version = ssl.TLSVersion[sys.argv[2]]
            ftp = Reusing(context=context)
            ftp.connect("127.0.0.1", int(sys.argv[1]), timeout=30)
            ftp.login("alice", "secret")
            ftp.prot_p()
            ftp.kept = ftp.sock.session
            for i in range(10):
                ftp.storbinary("STOR f", io.BytesIO(b"x" * 100000))
                got = []
                ftp.retrbinary("RETR f", got.append)
                assert b"".join(got) == b"x" * 100000
            print(ftp.quit())
            """;

    /// Never resumes, as ftplib comes.
    private static final String NO_TICKET = """
            import ftplib, ssl, sys
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            ftp = ftplib.FTP_TLS(context=context)
            ftp.connect("127.0.0.1", int(sys.argv[1]), timeout=30)
            ftp.login("alice", "secret")
            ftp.prot_p()
            conn, _ = ftplib.FTP.ntransfercmd(ftp, "NLST")
            try:
                data = context.wrap_socket(conn, server_hostname="127.0.0.1")
                assert data.recv(1000) == b""
            except OSError:
                pass # cut off
            try:
                ftp.voidresp()
                raise SystemExit("it was served")
            except ftplib.error_perm as refused:
                assert str(refused).startswith("522"), refused
            ftp.voidcmd("NOOP")
            """;

    @TempDir
    private Path directory;

    private Path root;
    private Path scratch;

    @BeforeEach
    void makeTree() throws IOException {
        root = Files.createDirectory(directory.resolve("root"));
        scratch = directory.resolve("scratch");
        Files.writeString(
                directory.resolve("users"),
                "alice:" + CHEAP_HASH + ":/:rwd\ndora:" + CHEAP_HASH + ":/:rwd:tls-reuse=require\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1_2", "TLSv1_3"})
    void oneTicketServesAsOftenAsItIsShown(String version) throws Exception {
        Program python = Program.named("python3", scratch);
        Path script = Files.writeString(directory.resolve("script.py"), ONE_TICKET);
        try (FspProcess server = start()) {
            assertEquals(
                    "221 Goodbye",
                    python.run(List.of(script.toString(), port(), version)).strip());
            assertEquals(100_000, Files.size(root.resolve("f")));
            server.process().destroy();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--tls-max 1.2", "--tls-max 1.3", "--tlsv1.3"})
    void curlIsServed(String version) throws Exception {
        try (FspProcess server = start()) {
            curlSendsAndFetches("alice", version);
            server.process().destroy();
        }
    }

    /// TLS has begun when it becomes known, in the newest version that both speak.
    @Test
    void curlIsServedWhereAUsersOwnRuleAsksForIt() throws Exception {
        try (FspProcess server = start("--tls-reuse", "off")) {
            curlSendsAndFetches("dora", "--tls-max 1.3");
            server.process().destroy();
        }
    }

    /// Several times either way in one session: one ticket for each would be gone by then.
    private void curlSendsAndFetches(String user, String version) throws Exception {
        Path source = Files.write(directory.resolve("source"), random(1_000_000));
        String url = "ftp://127.0.0.1:" + port() + "/";
        List<String> tls = new ArrayList<>(List.of("-sS", "-k", "--ssl-reqd", "-u", user + ":secret"));
        tls.addAll(List.of(version.split(" ")));
        List<String> arguments = new ArrayList<>(tls);
        for (String name : List.of("g", "h", "i")) {
            arguments.addAll(List.of("-T", source.toString(), url + name));
        }
        arguments.add("--next");
        arguments.addAll(tls);
        for (String name : List.of("g", "i")) {
            arguments.addAll(List.of("-o", directory.resolve(name).toString(), url + name));
        }
        arguments.add("--next");
        arguments.addAll(tls);
        arguments.addAll(List.of("-T", source.toString(), url + "j"));
        Program.named("curl", scratch).run(arguments);
        for (Path copy :
                List.of(root.resolve("h"), root.resolve("j"), directory.resolve("g"), directory.resolve("i"))) {
            assertEquals(-1, Files.mismatch(source, copy));
        }
    }

    @Test
    void lftpMirrorsBothWays() throws Exception {
        Program lftp = Program.named("lftp", scratch);
        Files.createDirectory(root.resolve("tree"));
        for (int i = 0; i < 20; i++) {
            Files.write(root.resolve("tree/f" + i), random(50_000));
        }
        Path copy = directory.resolve("copy");
        try (FspProcess server = start()) {
            lftp.run(List.of(
                    "-c",
                    "set ssl:verify-certificate no; set ftp:ssl-force yes; set ftp:ssl-protect-data yes;"
                            + " set net:max-retries 1; set cmd:fail-exit yes;"
                            + " open -u alice,secret ftp://127.0.0.1:" + port() + "; mirror tree " + copy
                            + "; mirror -R " + copy + " back"));
            for (int i = 0; i < 20; i++) {
                assertEquals(-1, Files.mismatch(root.resolve("tree/f" + i), root.resolve("back/f" + i)));
            }
            server.process().destroy();
        }
    }

    @Test
    void aClientThatNeverResumesIsRefusedAndMayGoOnTalking() throws Exception {
        Program python = Program.named("python3", scratch);
        Path script = Files.writeString(directory.resolve("script.py"), NO_TICKET);
        Files.writeString(root.resolve("f"), "content");
        try (FspProcess server = start()) {
            python.run(List.of(script.toString(), port()));
            server.process().destroy();
        }
    }

    @Test
    void fspsOwnClientIsServed() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int i = 0; i < 20; i++) {
            Files.write(tree.resolve("f" + i), random(50_000));
        }
        try (FspProcess server = start()) {
            String url = "ftp://alice:secret@127.0.0.1:" + port() + "/";
            String pin = "--pin=" + pin(url);
            assertEquals(
                    0,
                    FspProcess.run(directory, "put", "--plain", pin, tree.toString(), url)
                            .exit());
            Path copy = directory.resolve("copy");
            FspProcess.Ended got = FspProcess.run(directory, "get", "--plain", pin, url + "tree", copy.toString());
            assertEquals(0, got.exit(), got.err());
            for (int i = 0; i < 20; i++) {
                assertEquals(-1, Files.mismatch(tree.resolve("f" + i), copy.resolve("tree/f" + i)));
            }
            server.process().destroy();
        }
    }

    /// The client says it of a server that it has no reason to trust.
    private String pin(String url) {
        String refusal = FspProcess.run(directory, "ls", url).err();
        Matcher pin = Pattern.compile("sha256:[0-9a-f]+").matcher(refusal);
        assertTrue(pin.find(), refusal);
        return pin.group();
    }

    private FspProcess start() {
        return start("--tls-reuse", "require");
    }

    private FspProcess start(String... rule) {
        List<String> arguments = new ArrayList<>(List.of("server", "--root", root.toString()));
        arguments.addAll(List.of("--users", directory.resolve("users").toString()));
        arguments.addAll(List.of("--host", "127.0.0.1", "--port", "0"));
        arguments.addAll(List.of("--port-file", directory.resolve("port").toString()));
        arguments.addAll(List.of(rule));
        FspProcess server = FspProcess.start(
                directory, List.of("-Xmx256m"), Map.of("XDG_STATE_HOME", directory.toString()), arguments);
        Await.until("the server listens", () -> Files.exists(directory.resolve("port")));
        return server;
    }

    private String port() throws IOException {
        return Files.readString(directory.resolve("port")).strip();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}

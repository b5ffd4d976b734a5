package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PythonTest {
    private static final String SCRIPT = """
            import ftplib, io, ssl, sys
            port, tls = int(sys.argv[1]), sys.argv[2] == "true"
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            ftp = ftplib.FTP_TLS(context=context) if tls else ftplib.FTP()
            ftp.connect("127.0.0.1", port, timeout=30)
            ftp.login("alice", "secret")
            if tls:
                ftp.prot_p()
            content = bytes(range(256)) * 20000
            ftp.storbinary("STOR f", io.BytesIO(content))
            got = []
            ftp.retrbinary("RETR f", got.append)
            assert b"".join(got) == content
            got = []
            ftp.retrbinary("RETR f", got.append, rest=5000000)
            assert b"".join(got) == content[5000000:]
            ftp.storbinary("STOR f", io.BytesIO(b"end"), rest=len(content))
            assert ftp.size("f") == len(content) + 3
            ftp.storlines("STOR lines", io.BytesIO(b"one\\ntwo\\n"))
            lines = []
            ftp.retrlines("RETR lines", lines.append)
            assert lines == ["one", "two"], lines
            facts = dict(ftp.mlsd())
            assert facts["f"]["size"] == str(len(content) + 3), facts
            assert sorted(ftp.nlst()) == ["f", "lines"]
            ftp.mkd("dir ü")
            assert ftp.cwd("dir ü").startswith("250")
            assert ftp.pwd() == "/dir ü"
            ftp.set_pasv(False)
            assert ftp.nlst() == []
            ftp.cwd("..")
            ftp.rmd("dir ü")
            ftp.rename("f", "g")
            ftp.delete("g")
            try:
                ftp.size("g")
                raise SystemExit("a deleted file has a size")
            except ftplib.error_perm as refused:
                assert str(refused).startswith("550"), refused
            ftp.set_pasv(True)
            ftp.storbinary("STOR large", io.BytesIO(bytes(30000000)))
            data = ftp.transfercmd("RETR large")
            data.recv(1000)
            ftp.abort()
            data.close()
            assert ftp.getresp().startswith("226")
            ftp.sendcmd("NOOP")
            print(ftp.quit())
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ftplibDoesAllItCan(boolean tls) throws IOException, InterruptedException {
        Program python = Program.named("python3", directory.resolve("scratch"));
        try (FtpSite site = FtpSite.in(directory)) {
            Path script = Files.writeString(directory.resolve("script.py"), SCRIPT);
            String printed =
                    python.run(List.of(script.toString(), Integer.toString(site.port()), Boolean.toString(tls)));
            assertEquals("221 Goodbye", printed.strip());
        }
    }
}

package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TnftpTest {
    @TempDir
    private Path directory;

    @Test
    void doesWhatAPersonTypes() throws IOException, InterruptedException {
        Program tnftp = Program.named("tnftp", directory.resolve("scratch"));
        try (FtpSite site = FtpSite.in(directory)) {
            SampleTree.make(site.root());
            Path got = directory.resolve("got");
            Path script = Files.writeString(
                    directory.resolve("script"),
                    String.join(
                            "\n",
                            "user alice secret",
                            "pwd",
                            "ls",
                            "mls plain* " + directory.resolve("names"),
                            "mlst plain.txt",
                            "get deep/large " + got,
                            "mkdir made",
                            "cd made",
                            "put " + site.root().resolve("plain.txt") + " one",
                            "append " + site.root().resolve("plain.txt") + " one",
                            "rename one two",
                            "size two",
                            "modtime two",
                            "chmod 600 two",
                            "ascii",
                            "get ../plain.txt " + directory.resolve("lines"),
                            "binary",
                            "passive off",
                            "mget two",
                            "delete two",
                            "cdup",
                            "rmdir made",
                            "features",
                            "bye",
                            ""));
            String printed =
                    tnftp.run(0, List.of("-n", "-v", "-i", "-A", "127.0.0.1", Integer.toString(site.port())), script);
            assertEquals(-1, Files.mismatch(site.root().resolve("deep/large"), got));
            assertTrue(Files.readString(directory.resolve("names")).contains("plain.txt"), printed);
            assertTrue(Files.notExists(site.root().resolve("made")), printed);
            assertTrue(printed.lines().noneMatch(line -> line.matches("5[0-9][0-9][ -].*")), printed);
        }
    }

    @Test
    void fetchesAndStoresUrls() throws IOException, InterruptedException {
        Program tnftp = Program.named("tnftp", directory.resolve("scratch"));
        try (FtpSite site = FtpSite.in(directory)) {
            SampleTree.make(site.root());
            Path got = directory.resolve("got");
            tnftp.run(List.of("-o", got.toString(), site.url("deep/large")));
            assertEquals(-1, Files.mismatch(site.root().resolve("deep/large"), got));
            tnftp.run(List.of("-u", site.url(FtpSite.USER, "up"), got.toString()));
            assertEquals(-1, Files.mismatch(got, site.root().resolve("up")));
        }
    }
}

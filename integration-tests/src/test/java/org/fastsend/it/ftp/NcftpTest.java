package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NcftpTest {
    @TempDir
    private Path directory;

    @Test
    void putsGetsAndListsTrees() throws IOException, InterruptedException {
        Path scratch = directory.resolve("scratch");
        Program get = Program.named("ncftpget", scratch);
        Program put = Program.named("ncftpput", scratch);
        Program list = Program.named("ncftpls", scratch);
        try (FtpSite site = FtpSite.in(directory)) {
            Path source = SampleTree.make(directory.resolve("tree"));
            put.run(arguments(site, "-m", "-R", "127.0.0.1", "/up", source.toString()));
            SampleTree.assertSame(source, site.root().resolve("up/tree"));
            Path back = Files.createDirectories(directory.resolve("back"));
            get.run(arguments(site, "-T", "-R", "127.0.0.1", back.toString(), "/up/tree"));
            SampleTree.assertSame(source, back.resolve("tree"));
            String listing = list.run(arguments(site, "-l", "ftp://127.0.0.1/up/tree/"));
            assertTrue(listing.contains("plain.txt") && listing.contains("with space"), listing);
        }
    }

    private static List<String> arguments(FtpSite site, String... more) {
        List<String> all = new ArrayList<>(List.of("-u", FtpSite.USER, "-p", FtpSite.PASSWORD));
        all.addAll(List.of("-P", Integer.toString(site.port())));
        all.addAll(List.of(more));
        return all;
    }
}

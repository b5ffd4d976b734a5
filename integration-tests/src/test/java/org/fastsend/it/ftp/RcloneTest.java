package org.fastsend.it.ftp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RcloneTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void syncsChecksAndRemovesTrees(boolean tls) throws IOException, InterruptedException {
        Program rclone = Program.named("rclone", directory.resolve("scratch"));
        try (FtpSite site = FtpSite.in(directory)) {
            Path source = SampleTree.make(directory.resolve("source"));
            Path config = directory.resolve("rclone.conf");
            String password = rclone.run(List.of("--config", config.toString(), "obscure", FtpSite.PASSWORD));
            Files.writeString(
                    config,
                    String.join(
                            "\n",
                            "[site]",
                            "type = ftp",
                            "host = 127.0.0.1",
                            "port = " + site.port(),
                            "user = " + FtpSite.USER,
                            "pass = " + password.strip(),
                            "explicit_tls = " + tls,
                            "no_check_certificate = true",
                            ""));
            rclone(rclone, config, "sync", "--create-empty-src-dirs", source.toString(), "site:tree");
            SampleTree.assertSame(source, site.root().resolve("tree"));
            rclone(rclone, config, "check", "--download", source.toString(), "site:tree");
            Path back = directory.resolve("back");
            rclone(rclone, config, "sync", "--create-empty-src-dirs", "site:tree", back.toString());
            SampleTree.assertSame(source, back);
            rclone(rclone, config, "moveto", "site:tree/plain.txt", "site:tree/moved.txt");
            rclone(rclone, config, "purge", "site:tree");
        }
    }

    private static void rclone(Program rclone, Path config, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--config", config.toString(), "--retries", "1"));
        all.addAll(List.of(arguments));
        rclone.run(all);
    }
}

package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WgetTest {
    @TempDir
    private Path directory;

    @Test
    void fetchesTreesPatternsAndTheRestOfAFile() throws IOException, InterruptedException {
        Program wget = Program.named("wget", directory.resolve("scratch"));
        try (FtpSite site = FtpSite.in(directory)) {
            Path deep = SampleTree.make(site.root()).resolve("deep");
            Path back = directory.resolve("back");
            wget.run(List.of("-q", "-r", "-nH", "-P", back.toString(), site.url("deep/")));
            SampleTree.assertSame(deep, back.resolve("deep"));
            Path matched = directory.resolve("matched");
            wget.run(List.of("-q", "-P", matched.toString(), site.url("*plain*")));
            try (Stream<Path> names = Files.list(matched)) {
                assertEquals(List.of(matched.resolve("plain.txt")), names.toList());
            }
            Path rest = directory.resolve("rest");
            Files.write(rest, Arrays.copyOf(Files.readAllBytes(deep.resolve("large")), 1_000_000));
            wget.run(List.of("-q", "-c", "-O", rest.toString(), site.url("deep/large")));
            assertEquals(-1, Files.mismatch(deep.resolve("large"), rest));
        }
    }
}

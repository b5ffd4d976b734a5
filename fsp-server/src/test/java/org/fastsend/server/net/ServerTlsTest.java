package org.fastsend.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.fastsend.server.auth.ServerCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerTlsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void aRenewedChainThatTlsCannotUseLeavesTheOldOneInUse(ServerTls.Provider kind) {
        ServerKey good = certificate("one");
        ServerKey other = certificate("two");
        AtomicReference<ServerKey> source = new AtomicReference<>(good);
        ServerTls tls = new ServerTls(source::get, kind);
        source.set(twice(other));
        for (int i = 0; i < 2; i++) {
            tls.newSession(SessionReuse.PREFER).close();
            assertEquals(good, tls.inUse());
        }
        source.set(other);
        tls.newSession(SessionReuse.PREFER).close();
        assertEquals(other, tls.inUse());
    }

    @Test
    void aServerDoesNotStartWithOne() {
        ServerKey bad = twice(certificate("one"));
        assertThrows(IllegalArgumentException.class, () -> new ServerTls(() -> bad));
    }

    private ServerKey certificate(String name) {
        return ServerCertificate.findOrCreate(
                        directory.resolve(name), List.of("localhost"), Instant.now(), new SecureRandom())
                .load();
    }

    private static ServerKey twice(ServerKey pair) {
        X509Certificate own = pair.chain().getFirst();
        return new ServerKey(pair.key(), List.of(own, own));
    }
}

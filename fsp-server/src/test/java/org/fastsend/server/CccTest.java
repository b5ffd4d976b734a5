package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CccTest {
    @TempDir
    private Path directory;

    @Test
    void theControlConnectionIsClearAfterCccAndDataStayProtected() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            client.say(200, "CCC");
            client.endTls();
            client.say(257, "PWD");
            client.say(534, "PROT C");
            Socket raw = client.passive();
            client.say(150, "STOR f");
            try (SSLSocket data = ControlClient.tls(raw)) {
                data.getOutputStream().write("secret".getBytes(StandardCharsets.UTF_8));
            }
            client.expect(226);
            client.say(533, "CCC");
            client.say(534, "AUTH TLS");
        }
    }

    @Test
    void aClientNeedNotAnswerTheEndOfTls() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            client.say(200, "CCC");
            client.leaveTls();
            client.say(257, "PWD");
            client.say(200, "NOOP");
        }
    }

    @Test
    void reinMakesEverythingAsItWasBeforeTlsAndLogin() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            client.say(220, "REIN");
            client.endTls();
            client.say(530, "PWD");
            client.secure();
            client.login("alice", "secret");
            client.say(220, "REIN");
            client.endTls();
            client.login("alice", "secret");
            assertEquals("257 \"/\" is the current directory", client.say(257, "PWD"));
        }
    }

    @Test
    void cccIsRefusedWhereTlsIsRequired() throws IOException {
        try (Served served = Served.in(
                        directory,
                        ServerTls.Provider.FASTEST,
                        policy -> policy.withRequireTls(true),
                        () -> Extension.NONE);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            client.say(534, "CCC");
            client.say(257, "PWD");
        }
    }
}

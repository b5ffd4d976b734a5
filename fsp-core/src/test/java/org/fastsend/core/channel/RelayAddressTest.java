package org.fastsend.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class RelayAddressTest {
    @Test
    void aHostAloneMayStandForItsUsualPort() {
        assertEquals(new RelayAddress("relay.example.org", 5000), RelayAddress.parse("relay.example.org:5000"));
        assertEquals(new RelayAddress("relay.example.org", 4377), RelayAddress.parseHost("relay.example.org"));
        assertEquals(new RelayAddress("2001:db8::1", 5000), RelayAddress.parseHost("[2001:db8::1]:5000"));
        assertEquals(new RelayAddress("2001:db8::1", 4377), RelayAddress.parseHost("[2001:db8::1]"));
        assertThrows(IllegalArgumentException.class, () -> RelayAddress.parse("relay.example.org"));
    }

    @Test
    void anythingElseIsRefused() {
        for (String text :
                List.of("", " ", ":1", "r:", "r:0", "r:65536", "r:x", "2001:db8::1", "[r", "[]:1", "r:1:2")) {
            assertThrows(IllegalArgumentException.class, () -> RelayAddress.parseHost(text), text);
        }
    }
}

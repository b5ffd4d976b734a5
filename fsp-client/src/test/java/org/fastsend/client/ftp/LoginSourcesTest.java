package org.fastsend.client.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.Random;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;

class LoginSourcesTest {
    private static final String NETRC = """
            # logins
            machine data.example.org login ann password "p \\"w\\\\"
            macdef init
            machine fake login eve password evil

            machine data.example.org login bob account x password second
            machine nopassword login carl
            default login guest password fallback
            """;

    private static Login login(String url, Optional<String> environment, String netrc) {
        return new LoginSources(environment, () -> Netrc.parse(netrc), line -> Optional.of("typed"))
                .login(FtpUrl.parse(url));
    }

    @Test
    void believesTheUrlFirst() {
        assertEquals(new Login("ann", "url"), login("ftp://ann:url@data.example.org/", Optional.of("env"), NETRC));
    }

    @Test
    void thenTheEnvironment() {
        assertEquals(new Login("ann", "env"), login("ftp://ann@data.example.org/", Optional.of("env"), NETRC));
    }

    @Test
    void thenNetrcForThatHostAndUser() {
        assertEquals(new Login("ann", "p \"w\\"), login("ftp://ann@data.example.org/", Optional.empty(), NETRC));
        assertEquals(new Login("bob", "second"), login("ftp://bob@DATA.example.org/", Optional.empty(), NETRC));
        assertEquals(new Login("ann", "p \"w\\"), login("ftp://data.example.org/", Optional.empty(), NETRC));
        assertEquals(new Login("guest", "fallback"), login("ftp://elsewhere/", Optional.empty(), NETRC));
    }

    @Test
    void asksThePersonLast() {
        assertEquals(new Login("zoe", "typed"), login("ftp://zoe@elsewhere/", Optional.empty(), ""));
    }

    @Test
    void isAnonymousWhenNobodySaysAnything() {
        assertEquals(Login.ANONYMOUS, login("ftp://h/", Optional.of("env"), ""));
        assertEquals("ftp", login("ftp://ftp@h/", Optional.empty(), "").user());
    }

    @Test
    void saysWhatToDoWithoutATerminal() {
        LoginSources none = new LoginSources(Optional.empty(), () -> Netrc.parse(""), line -> Optional.empty());
        FspException refused = assertThrows(FspException.class, () -> none.login(FtpUrl.parse("ftp://ann@h/")));
        assertEquals(ErrorCode.LOGIN_REFUSED, refused.code());
    }

    @Test
    void neverPrintsAPassword() {
        assertFalse(new Login("ann", "secret").toString().contains("secret"));
    }

    @Test
    void readsAnyTextWithoutFailing() {
        long seed = 7;
        Random random = new Random(seed);
        String alphabet = "machine login password default macdef \"\\\n #x";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(80), 0, alphabet.length()).forEach(c -> text.append(alphabet.charAt(c)));
            try {
                Netrc.parse(text.toString()).find("x", Optional.empty());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", case " + i + ": " + text, e);
            }
        }
    }
}

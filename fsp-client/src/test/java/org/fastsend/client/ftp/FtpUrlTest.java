package org.fastsend.client.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FtpUrlTest {
    @Test
    void readsEveryPart() {
        FtpUrl url = FtpUrl.parse("FTP://ann:p%40ss:w@data.example.org:2121/results/run%201/a%25b");
        assertEquals(Optional.of("ann"), url.user());
        assertEquals(Optional.of("p@ss:w"), url.password());
        assertEquals("data.example.org", url.host());
        assertEquals(2121, url.port());
        assertEquals("results/run 1/a%b", url.path());
        assertFalse(url.stripes());
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://h, h, 21, ''",
        "fsp://h/, h, 21, ''",
        "ftp://[::1]:9/x, ::1, 9, x",
        "ftp://[fe80::1]/x, fe80::1, 21, x",
        "ftp://h//etc/passwd, h, 21, /etc/passwd",
        "ftp://h/%2Fetc, h, 21, /etc",
        "ftp://h/name with blanks \u00e9, h, 21, name with blanks \u00e9",
        "ftp://u@x@h/a@b, h, 21, a@b"
    })
    void takesTheFormsPeopleWrite(String text, String host, int port, String path) {
        FtpUrl url = FtpUrl.parse(text);
        assertEquals(host, url.host());
        assertEquals(port, url.port());
        assertEquals(path, url.path());
        assertEquals(text.startsWith("fsp"), url.stripes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://h/",
                "h/path",
                "ftp://",
                "ftp:///x",
                "ftp://h:0/",
                "ftp://h:65536/",
                "ftp://h:x/",
                "ftp://@h/",
                "ftp://[::1/x",
                "ftp://h/%",
                "ftp://h/%4",
                "ftp://h/%zz",
                "ftp://h/%FF",
                "ftp://h/a%0Ab",
                "ftp://h/a%00"
            })
    void refusesWhatIsNoUrl(String text) {
        FspException refused = assertThrows(FspException.class, () -> FtpUrl.parse(text));
        assertEquals(ErrorCode.USAGE, refused.code());
    }

    @Test
    void neverShowsThePassword() {
        assertEquals("ftp://ann@h/x", FtpUrl.parse("ftp://ann:secret@h/x").toString());
        FspException refused = assertThrows(FspException.class, () -> FtpUrl.parse("ftp://ann:secret@h:0/x"));
        assertFalse(refused.getMessage().contains("secret"), refused::getMessage);
    }

    @Test
    void knowsWhereThePathIsOnTheServer() {
        assertTrue(FtpUrl.parse("ftp://h").isDirectory());
        assertTrue(FtpUrl.parse("ftp://h/x/").isDirectory());
        assertFalse(FtpUrl.parse("ftp://h/x").isDirectory());
        assertEquals("/home/ann/x", FtpUrl.parse("ftp://h/x/").absolutePath("/home/ann"));
        assertEquals("/home/ann", FtpUrl.parse("ftp://h/").absolutePath("/home/ann"));
        assertEquals("/x", FtpUrl.parse("ftp://h/x").absolutePath("/"));
        assertEquals("/etc", FtpUrl.parse("ftp://h//etc").absolutePath("/home/ann"));
        assertEquals("/", FtpUrl.parse("ftp://h/").absolutePath("/"));
    }

    @Test
    void tellsAUrlFromAPath() {
        assertTrue(FtpUrl.looksLikeOne("fsp://x"));
        assertFalse(FtpUrl.looksLikeOne("ftp.txt"));
    }
}

package org.fastsend.client.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressLineTest {
    @Test
    void showsBarBytesRateTimeLeftAndRelays() {
        ProgressLine line = new ProgressLine(250_000_000, 1_000_000_000, 50_000_000, 4, "");
        assertEquals(
                "[=======>                      ]  25 %  250 MB of 1.00 GB  50.0 MB/s  ETA 15.0 s  4 relays",
                line.render(120));
    }

    @Test
    void saysThatTheSenderIsFree() {
        assertTrue(new ProgressLine(1, 2, 0, 1, "released").render(200).endsWith("1 relay  released"));
    }

    @Test
    void fitsTheTerminalWhateverItsWidth() {
        ProgressLine line = new ProgressLine(250_000_000, 1_000_000_000, 50_000_000, 4, "released");
        for (int columns = 0; columns <= 200; columns++) {
            int width = line.render(columns).length();
            assertTrue(width <= Math.max(0, columns - 1), columns + " columns: " + width);
        }
    }

    @Test
    void claimsAHundredPercentOnlyOfTheWhole() {
        assertFalse(new ProgressLine(999_999, 1_000_000, 0, 0, "").render(120).contains("100 %"));
        assertTrue(new ProgressLine(1_000_000, 1_000_000, 0, 0, "").render(120).contains("100 %"));
    }

    @Test
    void showsNoBarWhereTheTotalIsUnknown() {
        assertEquals("5 B  2 B/s", new ProgressLine(5, 0, 2, 0, "").render(80));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.00 kB",
        "999499, 999 kB",
        "999500, 1.00 MB",
        "12345678, 12.3 MB",
        "5368709120, 5.37 GB",
        "9223372036854775807, 9.22 EB"
    })
    void writesBytesWithThreeDigits(long bytes, String text) {
        assertEquals(text, Units.bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({"0.04, 0.0 s", "59.94, 59.9 s", "60, 1:00", "3599.6, 1:00:00", "3723, 1:02:03"})
    void writesTimesAsAClockShowsThem(double seconds, String text) {
        assertEquals(text, Units.seconds(seconds));
    }

    @Test
    void drawsOverItselfAndLetsRemarksScrollPast() {
        StringWriter screen = new StringWriter();
        ProgressScreen progress = new ProgressScreen(new PrintWriter(screen), true, 40);
        progress.draw(new ProgressLine(5, 0, 2, 0, ""));
        progress.remark("dropped r1: silent");
        progress.draw(new ProgressLine(6, 0, 2, 0, ""));
        progress.clear();
        String shown = screen.toString().replace(System.lineSeparator(), "\n");
        assertTrue(shown.startsWith("\r5 B  2 B/s"), shown);
        assertTrue(shown.contains("\rdropped r1: silent\n\r6 B"), shown);
        assertTrue(shown.endsWith("\r" + " ".repeat(39) + "\r"), shown);
    }

    @Test
    void isQuietWhenPiped() {
        StringWriter pipe = new StringWriter();
        ProgressScreen progress = new ProgressScreen(new PrintWriter(pipe), false, 80);
        progress.draw(new ProgressLine(5, 0, 2, 0, ""));
        progress.remark("dropped r1: silent");
        progress.clear();
        assertEquals("", pipe.toString());
    }
}

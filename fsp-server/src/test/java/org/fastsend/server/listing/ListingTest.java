package org.fastsend.server.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fastsend.server.files.Entry;
import org.junit.jupiter.api.Test;

class ListingTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final MlsFact.Access ALL = new MlsFact.Access(true, true, true);

    @Test
    void aRecentFileShowsItsHourAndAnOldOneItsYear() {
        assertEquals(
                "-rw-r-----   1 ftp      ftp                42 Jun 30 08:05 a b",
                ListLine.of(entry("a b", Entry.Kind.FILE, "2026-06-30T08:05:00Z"), NOW));
        assertEquals(
                "drw-r-----   2 ftp      ftp                42 Jun 30  2025 d",
                ListLine.of(entry("d", Entry.Kind.DIRECTORY, "2025-06-30T08:05:00Z"), NOW));
        assertTrue(ListLine.of(entry("f", Entry.Kind.FILE, "2027-01-01T00:00:00Z"), NOW)
                .contains("Jan 01  2027"));
    }

    @Test
    void aLinkShowsWhereItPoints() {
        assertTrue(ListLine.of(entry("l", Entry.Kind.LINK, "2026-06-30T08:05:00Z"), NOW)
                .endsWith(" l -> target"));
    }

    @Test
    void aNameCannotForgeALine() {
        Entry evil = entry("a\r\n-rw-r--r-- evil", Entry.Kind.FILE, "2026-06-30T08:05:00Z");
        assertTrue(ListLine.of(evil, NOW).endsWith("a??-rw-r--r-- evil"));
        assertTrue(MlsFact.line(evil, EnumSet.of(MlsFact.SIZE), ALL).endsWith(" a??-rw-r--r-- evil"));
    }

    @Test
    void factsComeInOrderAndOnlyThoseAskedFor() {
        Entry file = entry("n", Entry.Kind.FILE, "2026-06-30T08:05:09.5Z");
        assertEquals(
                "type=file;size=42;modify=20260630080509;perm=rawdf;unique=1g2;UNIX.mode=0640; n",
                MlsFact.line(file, EnumSet.allOf(MlsFact.class), ALL));
        assertEquals(
                "size=42;modify=20260630080509; n", MlsFact.line(file, MlsFact.parse("modify;SIZE;unknown;"), ALL));
        assertEquals(" n", MlsFact.line(file, MlsFact.parse(""), ALL));
    }

    @Test
    void permissionsFollowTheUsersRights() {
        Entry directory = entry("d", Entry.Kind.DIRECTORY, "2026-06-30T08:05:00Z");
        MlsFact.Access readOnly = new MlsFact.Access(true, false, false);
        assertEquals("perm=el; d", MlsFact.line(directory, EnumSet.of(MlsFact.PERM), readOnly));
    }

    @Test
    void linksAreNamedWithTheirTarget() {
        Entry link = entry("l", Entry.Kind.LINK, "2026-06-30T08:05:00Z");
        assertEquals("type=OS.unix=slink:target; l", MlsFact.line(link, EnumSet.of(MlsFact.TYPE), ALL));
    }

    @Test
    void featMarksTheFactsThatAreSent() {
        assertEquals("MLST type*;size;modify;perm;unique;UNIX.mode;", MlsFact.feature(EnumSet.of(MlsFact.TYPE)));
    }

    @Test
    void timesAreReadWithAndWithoutAFraction() {
        Instant time = Instant.parse("2026-06-30T08:05:09Z");
        assertEquals(Optional.of(time), FileTimes.parse("20260630080509"));
        assertEquals(Optional.of(time.plusMillis(250)), FileTimes.parse("20260630080509.25"));
        assertEquals("20260630080509", FileTimes.format(time));
        for (String bad : new String[] {"", "2026", "20261330080509", "20260630080509x", "99999999999999999"}) {
            assertEquals(Optional.empty(), FileTimes.parse(bad), bad);
        }
    }

    @Test
    void patternsMatchAsInAShell() {
        assertTrue(new NamePattern("*.txt").matches("a.txt"));
        assertTrue(new NamePattern("a?c*").matches("abc"));
        assertTrue(new NamePattern("*").matches("anything"));
        assertFalse(new NamePattern("*").matches(".hidden"));
        assertTrue(new NamePattern(".h*").matches(".hidden"));
        assertFalse(new NamePattern("a*b").matches("acbd"));
        assertTrue(new NamePattern("[a-c]*[!0-9]").matches("b1x"));
        assertFalse(new NamePattern("[a-c]*[!0-9]").matches("b12"));
        assertTrue(new NamePattern("[]-]").matches("]"));
        assertTrue(new NamePattern("[^]]").matches("x"));
        assertTrue(new NamePattern("a[").matches("a["), "no set, for it does not end");
        assertFalse(NamePattern.isPattern("a[b"));
        assertTrue(NamePattern.isPattern("a[b]"));
    }

    @Test
    void noPatternIsExpensive() {
        assertFalse(new NamePattern("*a".repeat(500) + "b").matches("a".repeat(100_000)));
        assertFalse(new NamePattern("*[a-z]".repeat(300) + "0").matches("a".repeat(50_000)));
    }

    @Test
    void patternsAgreeWithRegularExpressions() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            String pattern = text(random, "ab*?", 6);
            String name = text(random, "ab", 6);
            boolean expected = name.matches(pattern.replace("*", ".*").replace("?", "."));
            assertEquals(expected, new NamePattern(pattern).matches(name), pattern + " " + name + " seed " + seed);
        }
    }

    @Test
    void anyNameStaysOnItsLineAndAnyWishForFactsIsRead() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(30)];
            random.nextBytes(bytes);
            String any = new String(bytes, StandardCharsets.ISO_8859_1);
            Entry entry = new Entry(any, Entry.Kind.LINK, 42, NOW, 0640, "1g2", any);
            for (String line :
                    List.of(ListLine.of(entry, NOW), MlsFact.line(entry, MlsFact.parse(any + ";type"), ALL))) {
                assertTrue(line.chars().noneMatch(Character::isISOControl), "seed " + seed);
            }
            assertTrue(MlsFact.line(entry, EnumSet.allOf(MlsFact.class), ALL).endsWith(" " + PrintableName.of(any)));
            new NamePattern(any).matches(any);
            FileTimes.parse(any);
        }
    }

    private static String text(Random random, String letters, int max) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(max + 1); n > 0; n--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private static Entry entry(String name, Entry.Kind kind, String modified) {
        return new Entry(name, kind, 42, Instant.parse(modified), 0640, "1g2", kind == Entry.Kind.LINK ? "target" : "");
    }
}

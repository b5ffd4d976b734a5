package org.fastsend.it.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher, in a checkout with a JDK that only says what it was started with.
class LauncherTest {
    private static final Instant BUILT = Instant.parse("2026-01-01T12:00:00Z");

    /// Some of them name what no system has, as a locale that ssh brings along may.
    private static final List<Map<String, String>> LOCALES = List.of(
            Map.of("LANG", "C.UTF-8"),
            Map.of("LC_CTYPE", "C.UTF-8", "LC_MESSAGES", "de_DE.UTF-8", "LANG", "de_DE.ISO-8859-1"),
            Map.of("LC_ALL", "C.UTF-8", "LC_MESSAGES", "de_DE.UTF-8"),
            Map.of("LC_ALL", "C", "LANG", "de_DE.UTF-8"),
            Map.of("LC_ALL", "", "LANG", "POSIX", "LANGUAGE", "de"),
            Map.of("LANG", "C.UTF-8", "LC_TIME", "xx_XX.UTF-8"),
            Map.of("LANG", "de_DE"),
            Map.of("LANG", "xx_XX.UTF-8"),
            Map.of("LC_ALL", "C.UTF-8", "LANG", "xx_XX.UTF-8"),
            Map.<String, String>of());

    @TempDir
    private Path work;

    private Path built;
    private Path archive;

    @BeforeEach
    void layOut() throws IOException {
        Path launcher = Files.copy(Path.of("..", "fsp"), work.resolve("fsp"));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path java = Files.createDirectories(work.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(work.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        built = Files.createDirectories(work.resolve("target/fsp/lib")).getParent();
        writtenAt(Files.writeString(built.resolve("classpath"), "@lib@/fsp-core.jar"), BUILT);
        writtenAt(Files.writeString(built.resolve("lib/fsp-core.jar"), "classes"), BUILT);
        archive = Files.writeString(built.resolve("fsp-25.0.1.aot"), "archive");
    }

    private static void writtenAt(Path file, Instant when) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(when));
    }

    private String started(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = work.resolve("fsp").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("FSP_JAVA_HOME", work.resolve("jdk").toString());
        builder.environment().keySet().removeIf(name -> name.equals("FSP_CLASSPATH") || name.equals("FSP_JAVA_OPTS"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.onExit().join().exitValue(), out);
        return out;
    }

    @Test
    void aClosedDescriptorIsNotLeftForTheNextFileThatIsOpened() throws IOException {
        Path descriptors = work.resolve("descriptors");
        Files.writeString(
                work.resolve("jdk/bin/java"),
                "#!/bin/sh\nall=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2)\necho \"$all\" >" + descriptors);
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", "exec " + work.resolve("fsp") + " collect - x <&- >&- 2>&-");
        builder.environment().put("FSP_JAVA_HOME", work.resolve("jdk").toString());
        assertEquals(0, builder.start().onExit().join().exitValue());
        assertEquals(List.of("/dev/null", "/dev/null", "/dev/null"), Files.readAllLines(descriptors));
    }

    /// What the launcher, run by a shell line in the work directory, says in an environment of these alone.
    private String said(String line, Map<String, String> locale, Map<String, String> more) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", line).directory(work.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG"));
        environment.keySet().removeIf(name -> name.startsWith("FSP_"));
        environment.put("FSP_JAVA_HOME", work.resolve("jdk").toString());
        environment.putAll(locale);
        environment.putAll(more);
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theSystemSpeaksEnglishAndNamesStayUtf8WhateverTheLocale() throws IOException {
        Files.writeString(
                work.resolve("jdk/bin/java"),
                "#!/bin/sh\necho \"${LC_ALL-none} ${LC_TIME-none} $LANG $LC_CTYPE $LC_MESSAGES\"\n");
        for (Map<String, String> locale : LOCALES) {
            assertEquals("none none C C.UTF-8 C\n", said("./fsp get x", locale, Map.of()), locale.toString());
        }
    }

    @Test
    void aFileWhoseNameIsNotAsciiIsReadWhateverTheLocale() throws IOException {
        String line = "name=$(printf 'd\\303\\274') && : >$name && ./fsp user list --users $name && echo read";
        for (Map<String, String> locale : LOCALES) {
            assertEquals("read\n", said(line, locale, realJvm()), locale.toString());
        }
    }

    private static Map<String, String> realJvm() {
        return Map.of(
                "FSP_JAVA_HOME", System.getProperty("java.home"),
                "FSP_CLASSPATH", System.getProperty("java.class.path"));
    }

    @Test
    void whatTheSystemSaysOfAFileIsUnderstoodWhereItSpeaksGerman() throws IOException {
        said("localedef -i de_DE -f UTF-8 ./de_DE.UTF-8", Map.of(), Map.of());
        Map<String, String> german = Map.of("LOCPATH", work.toString(), "LC_ALL", "de_DE.UTF-8", "LANGUAGE", "de");
        assumeTrue(
                said("ls none", german, Map.of()).contains("Datei oder Verzeichnis"), "German is not to be had here");

        // A directory that is read as a file stands for all that only the system's words tell, a full disk among them.
        String line = "name=$(printf 'd\\303\\274') && mkdir $name && ./fsp collect $name x";
        assertEquals("fsp: cannot read d\u00fc: Is a directory\n", said(line, german, realJvm()));
    }

    @Test
    void anArchiveOfThisBuildIsUsed() throws IOException {
        writtenAt(archive, BUILT.plus(Duration.ofMinutes(1)));
        assertTrue(started("get", "x").contains("-XX:AOTCache=" + archive), "not used");
    }

    @Test
    void anArchiveOfAnEarlierBuildIsNotUsedWhileAnotherProcessMakesANewOne() throws IOException {
        writtenAt(archive, BUILT.minus(Duration.ofMinutes(1)));
        Path lock = Files.createDirectory(built.resolve("fsp-25.0.1.aot.lock"));
        Files.writeString(lock.resolve("pid"), ProcessHandle.current().pid() + "\n");
        String out = started("get", "x");
        assertTrue(out.endsWith("get x\n"), out);
        assertFalse(out.contains("AOTCache"), out);
    }
}

package org.fastsend.core.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.fastsend.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FspTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int fsp(String... args) {
        return Fsp.run(List.of(args), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private String onlyErrorLine() {
        List<String> lines = err.toString().lines().toList();
        assertEquals(1, lines.size(), err::toString);
        return lines.getFirst();
    }

    @Test
    void passesArgumentsUntouched() {
        assertEquals(0, fsp("echo", "a b", "", "*", "$x"));
        assertEquals("a b\n\n*\n$x\n", out.toString().replace("\r", ""));
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @CsvSource({"named,25", "host,10", "path,20", "full,22", "interrupt,130", "oops,70"})
    void saysOneLineAndGivesEachFailureItsCode(String how, int exit) {
        assertEquals(exit, fsp("fail", how));
        assertTrue(onlyErrorLine().startsWith("fsp: "));
        assertEquals("", out.toString());
    }

    @Test
    void foldsAMessageIntoOneLine() {
        fsp("fail", "named");
        assertEquals("fsp: t.ticket is not a ticket: ask for it again", onlyErrorLine());
    }

    @Test
    void callsABugABug() {
        fsp("fail", "oops");
        assertEquals(
                "fsp: internal error (IllegalStateException: oops): this is a bug, run with FSP_LOG=debug to see where",
                onlyErrorLine());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "echo", "echo --no-such-option"})
    void refusesWhatItDoesNotUnderstand(String line) {
        assertEquals(
                2, fsp(Arrays.stream(line.split(" ")).filter(s -> !s.isEmpty()).toArray(String[]::new)));
        assertTrue(onlyErrorLine().contains("--help"));
    }

    @Test
    void namesTheCommandItDoesNotKnow() {
        fsp("nonsense", "x");
        assertEquals("fsp: no command 'nonsense'; see 'fsp --help'", onlyErrorLine());
    }

    @Test
    void namesTheOptionThatWasMistypedRatherThanWhatIsMissingForThat() {
        assertEquals(2, fsp("echo", "--wrods"));
        assertEquals("fsp: Unknown option: '--wrods'; see 'fsp echo --help'", onlyErrorLine());
    }

    @Test
    void listsEveryCommand() {
        assertEquals(0, fsp("--help"));
        assertTrue(out.toString().contains("echo"));
        assertTrue(out.toString().contains("fail"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "echo --version"})
    void knowsItsVersion(String line) {
        assertEquals(0, fsp(line.split(" ")));
        assertTrue(out.toString().matches("fsp \\d+\\.\\d+\\.\\d+\\S*\\R"), out::toString);
    }

    @Test
    void everyFailureHasACodeOfItsOwn() {
        var codes = Arrays.stream(ErrorCode.values())
                .map(c -> ExitCode.of(c).number())
                .collect(Collectors.toSet());
        assertEquals(ErrorCode.values().length, codes.size());
    }
}

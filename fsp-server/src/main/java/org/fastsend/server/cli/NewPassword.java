package org.fastsend.server.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.auth.PasswordHash;

/// Asks for a new password: twice on a terminal, without showing it, else as the first line of standard input.
final class NewPassword {
    private static final int MAX_CHARS = 1024;

    private NewPassword() {}

    static PasswordHash ask() {
        String password = read();
        if (password.isEmpty() || password.length() > MAX_CHARS) {
            throw new FspException(ErrorCode.USAGE, "a password has 1 to " + MAX_CHARS + " characters");
        }
        return PasswordHash.of(password, new SecureRandom());
    }

    private static String read() {
        Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
        if (terminal.isPresent()) {
            char[] first = terminal.get().readPassword("Password: ");
            char[] second = terminal.get().readPassword("Again: ");
            if (first == null || !Arrays.equals(first, second)) {
                throw new FspException(ErrorCode.USAGE, "the two passwords differ");
            }
            return new String(first);
        }
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new FspException(ErrorCode.IO_FAILURE, "cannot read the password: " + e.getMessage(), e);
        }
    }
}

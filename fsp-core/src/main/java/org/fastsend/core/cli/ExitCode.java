package org.fastsend.core.cli;

import org.fastsend.core.error.ErrorCode;

/// The exit codes of every `fsp` command. Scripts rely on them: a number once given keeps its meaning.
public enum ExitCode {
    OK(0),
    USAGE(2),
    UNKNOWN_HOST(10),
    CONNECT_REFUSED(11),
    CONNECTION_LOST(12),
    LOGIN_REFUSED(13),
    UNTRUSTED(14),
    PROTOCOL(15),
    MISSING_PATH(20),
    NOT_WRITABLE(21),
    DISK_FULL(22),
    SOURCE_CHANGED(23),
    IO_FAILURE(24),
    MALFORMED_TICKET(25),
    PORT_IN_USE(30),
    NOT_ENOUGH_RELAYS(31),
    RELAY_FAILED(32),
    INTEGRITY(33),
    INTERNAL(70),
    /// As a shell reports a program that Ctrl-C ended.
    INTERRUPTED(130);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public static ExitCode of(ErrorCode code) {
        return switch (code) {
            case USAGE -> USAGE;
            case UNKNOWN_HOST -> UNKNOWN_HOST;
            case CONNECT_REFUSED -> CONNECT_REFUSED;
            case CONNECTION_LOST -> CONNECTION_LOST;
            case LOGIN_REFUSED -> LOGIN_REFUSED;
            case UNTRUSTED -> UNTRUSTED;
            case PROTOCOL -> PROTOCOL;
            case MISSING_PATH -> MISSING_PATH;
            case NOT_WRITABLE -> NOT_WRITABLE;
            case DISK_FULL -> DISK_FULL;
            case SOURCE_CHANGED -> SOURCE_CHANGED;
            case IO_FAILURE -> IO_FAILURE;
            case MALFORMED_TICKET -> MALFORMED_TICKET;
            case PORT_IN_USE -> PORT_IN_USE;
            case NOT_ENOUGH_RELAYS -> NOT_ENOUGH_RELAYS;
            case RELAY_FAILED -> RELAY_FAILED;
            case INTEGRITY -> INTEGRITY;
            case INTERRUPTED -> INTERRUPTED;
            case INTERNAL -> INTERNAL;
        };
    }
}

package org.fastsend.server.reply;

/// The codes this server sends, by name (RFC 959 section 4.2, RFC 2228, RFC 2428, RFC 3659; 111 and 112 after
/// docs/wire.md, "FTP extension").
public enum ReplyCode {
    FEED_ENTRY(111),
    TRANSFER_EVENT(112),
    OPENING_DATA(150),
    OK(200),
    SUPERFLUOUS(202),
    SYSTEM_STATUS(211),
    FILE_STATUS(213),
    HELP(214),
    SYSTEM_TYPE(215),
    READY(220),
    GOODBYE(221),
    DATA_DONE(226),
    PASSIVE(227),
    EXTENDED_PASSIVE(229),
    LOGGED_IN(230),
    SECURED(234),
    FILE_ACTION_DONE(250),
    PATH_NAME(257),
    NEED_PASSWORD(331),
    NEED_MORE(350),
    CLOSING(421),
    NO_DATA_CONNECTION(425),
    TRANSFER_BROKEN(426),
    FILE_BUSY(450),
    LOCAL_ERROR(451),
    NO_SPACE(452),
    UNKNOWN_COMMAND(500),
    BAD_ARGUMENT(501),
    NOT_IMPLEMENTED(502),
    BAD_SEQUENCE(503),
    BAD_PARAMETER(504),
    PROTECTION_REFUSED(521),
    BAD_NETWORK_PROTOCOL(522),
    DATA_TLS_FAILED(522),
    NOT_LOGGED_IN(530),
    BAD_PROTECTION_STATE(533),
    AGAINST_POLICY(534),
    LEVEL_UNSUPPORTED(536),
    FILE_UNAVAILABLE(550),
    OVER_QUOTA(552),
    NAME_REFUSED(553),
    BAD_RESTART(554);

    private final int number;

    ReplyCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}

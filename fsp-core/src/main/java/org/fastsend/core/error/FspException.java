package org.fastsend.core.error;

import org.jspecify.annotations.Nullable;

/// A failure that is not a bug. Its message is one line for the person who ran the command: what failed, where,
/// and what to do about it.
public final class FspException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public FspException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public FspException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        return message == null ? code.name() : message;
    }
}

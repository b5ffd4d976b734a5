package org.fastsend.core.cli;

import org.fastsend.core.error.FspException;

/// A command's failure that it has told standard output itself, with what it knew; what remains is the line for
/// people and the exit code.
public final class Reported extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final FspException failure;

    public Reported(FspException failure) {
        super(failure.getMessage(), failure);
        this.failure = failure;
    }

    public FspException failure() {
        return failure;
    }
}

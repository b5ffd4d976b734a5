package org.fastsend.core.cli;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// The net under the commands: gives an exception that none of them named the nearest named failure. A command that
/// knows more (which host, which option) throws its own [FspException] with a better line; one that reports failures
/// in a form of its own asks here for their names.
public final class Failures {
    private Failures() {}

    /// The failure itself if it has a name, else the nearest one.
    public static FspException named(Throwable failure) {
        return switch (failure) {
            case FspException named -> named;
            case Reported reported -> reported.failure();
            case UncheckedIOException wrapped -> named(Objects.requireNonNull(wrapped.getCause()));
            case InterruptedException _, ClosedByInterruptException _ ->
                new FspException(ErrorCode.INTERRUPTED, "interrupted", failure);
            case UnknownHostException e ->
                new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + e.getMessage() + "; check the name", e);
            case BindException e ->
                new FspException(
                        ErrorCode.PORT_IN_USE,
                        "cannot listen: " + e.getMessage() + "; choose another with --port, or 0 for any free one",
                        e);
            case ConnectException e -> new FspException(ErrorCode.CONNECT_REFUSED, "cannot connect: " + text(e), e);
            case NoRouteToHostException e ->
                new FspException(ErrorCode.CONNECT_REFUSED, "cannot connect: " + text(e), e);
            case SocketTimeoutException e -> new FspException(ErrorCode.CONNECTION_LOST, "no answer: " + text(e), e);
            case InterruptedIOException e -> new FspException(ErrorCode.INTERRUPTED, "interrupted", e);
            case SocketException e -> new FspException(ErrorCode.CONNECTION_LOST, "connection lost: " + text(e), e);
            case NoSuchFileException e ->
                new FspException(ErrorCode.MISSING_PATH, "no such file or directory: " + e.getFile(), e);
            case AccessDeniedException e ->
                new FspException(ErrorCode.NOT_WRITABLE, "permission denied: " + e.getFile(), e);
            case IOException e when isDiskFull(e) -> new FspException(ErrorCode.DISK_FULL, "disk full: " + text(e), e);
            case IOException e -> new FspException(ErrorCode.IO_FAILURE, "input or output failed: " + text(e), e);
            default -> internal(failure);
        };
    }

    private static FspException internal(Throwable failure) {
        return new FspException(
                ErrorCode.INTERNAL,
                "internal error (" + text(failure) + "): this is a bug, run with FSP_LOG=debug to see where",
                failure);
    }

    private static boolean isDiskFull(IOException e) {
        String reason = e instanceof FileSystemException inFile ? inFile.getReason() : e.getMessage();
        return reason != null && (reason.contains("No space left") || reason.contains("quota exceeded"));
    }

    /// The class too, since the message of many exceptions is empty or only a name; and never a second line.
    private static String text(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        return message == null
                ? name
                : name + ": " + message.lines().findFirst().orElse("");
    }
}

package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.fastsend.server.files.QuotaExceededException;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;

/// Turns what the disk said into a reply. Says the client's own words for the path, never where the tree really
/// lies.
public final class FileFailure {
    private FileFailure() {}

    public static Reply reply(IOException failure, String path) {
        return switch (failure) {
            case NoSuchFileException _ -> unavailable(path, "no such file or directory");
            case NotDirectoryException _ -> unavailable(path, "not a directory");
            case DirectoryNotEmptyException _ -> unavailable(path, "the directory is not empty");
            case FileAlreadyExistsException _ -> unavailable(path, "it exists already");
            case AccessDeniedException denied -> unavailable(path, reason(denied, "permission denied"));
            case AtomicMoveNotSupportedException _ -> unavailable(path, "cannot be moved to another file system");
            case FileSystemLoopException _ -> unavailable(path, "too many symbolic links");
            case QuotaExceededException _ -> Reply.of(ReplyCode.OVER_QUOTA, path + ": your quota is used up");
            case IOException full when isDiskFull(full) -> Reply.of(ReplyCode.NO_SPACE, path + ": no space left");
            case FileSystemException other -> unavailable(path, reason(other, "not possible"));
            default -> Reply.of(ReplyCode.LOCAL_ERROR, path + ": input or output failed");
        };
    }

    private static Reply unavailable(String path, String why) {
        return Reply.of(ReplyCode.FILE_UNAVAILABLE, path + ": " + why);
    }

    private static String reason(FileSystemException failure, String otherwise) {
        String reason = failure.getReason();
        return reason == null ? otherwise : reason;
    }

    private static boolean isDiskFull(IOException failure) {
        String text = failure instanceof FileSystemException onDisk ? onDisk.getReason() : failure.getMessage();
        return text != null && (text.contains("No space left") || text.contains("quota exceeded"));
    }
}

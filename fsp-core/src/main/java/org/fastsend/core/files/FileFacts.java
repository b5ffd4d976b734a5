package org.fastsend.core.files;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// What the file system says of one entry, without following it if it is a link.
///
/// @param size bytes
/// @param modifiedNanos since 1970
/// @param mode the nine permission bits; set-user-id and its like never travel
/// @param identity differs between two files of one disk, as far as the platform tells them apart; 0 where it does
///     not
record FileFacts(Type type, long size, long modifiedNanos, int mode, long identity) {
    enum Type {
        FILE,
        DIRECTORY,
        LINK,
        /// A pipe, socket or device.
        SPECIAL
    }

    static final int DEFAULT_FILE_MODE = 0644;
    static final int DEFAULT_DIRECTORY_MODE = 0755;

    static FileFacts of(BasicFileAttributes attributes) {
        Type type = attributes.isRegularFile()
                ? Type.FILE
                : attributes.isDirectory() ? Type.DIRECTORY : attributes.isSymbolicLink() ? Type.LINK : Type.SPECIAL;
        int mode = attributes instanceof PosixFileAttributes posix
                ? mode(posix.permissions())
                : type == Type.DIRECTORY ? DEFAULT_DIRECTORY_MODE : DEFAULT_FILE_MODE;
        Object key = attributes.fileKey();
        return new FileFacts(
                type,
                attributes.size(),
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                mode,
                key == null ? 0 : identity(key.toString()));
    }

    /// Whether a file is still the one, and as long and old, as when `this` was asked.
    boolean sameVersion(FileFacts later) {
        return type == later.type
                && size == later.size
                && modifiedNanos == later.modifiedNanos
                && identity == later.identity;
    }

    static int mode(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (PosixFilePermission permission : permissions) {
            mode |= bit(permission);
        }
        return mode;
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            if ((mode & bit(permission)) != 0) {
                permissions.add(permission);
            }
        }
        return permissions;
    }

    private static int bit(PosixFilePermission permission) {
        return switch (permission) {
            case OWNER_READ -> 0400;
            case OWNER_WRITE -> 0200;
            case OWNER_EXECUTE -> 0100;
            case GROUP_READ -> 040;
            case GROUP_WRITE -> 020;
            case GROUP_EXECUTE -> 010;
            case OTHERS_READ -> 04;
            case OTHERS_WRITE -> 02;
            case OTHERS_EXECUTE -> 01;
        };
    }

    /// FNV-1a over the platform's printed key (device and inode on Unix): 64 bits that fit a spooled record.
    private static long identity(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}

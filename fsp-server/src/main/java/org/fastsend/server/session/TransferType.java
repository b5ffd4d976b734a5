package org.fastsend.server.session;

/// What TYPE chose: how bytes on the data connection stand for bytes in the file.
public enum TransferType {
    /// Lines end in CR LF on the wire.
    ASCII,
    /// Bytes are bytes.
    IMAGE
}

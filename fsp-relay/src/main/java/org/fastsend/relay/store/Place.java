package org.fastsend.relay.store;

import org.fastsend.core.block.TransferId;

/// Where a transfer's files are: a directory of its id.
record Place(Disk disk, OpenFiles files, TransferId transfer) {
    String directory() {
        return transfer.toString();
    }

    String name(String file) {
        return directory() + "/" + file;
    }
}

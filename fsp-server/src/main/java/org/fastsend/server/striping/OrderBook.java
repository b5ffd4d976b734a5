package org.fastsend.server.striping;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.files.PrivateFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The collections that this server has taken on and not finished, a file each. Their senders may be gone already,
/// and what they sent lies on relays that nobody else knows how to read: an order stays until it is done or its
/// lease has ended.
final class OrderBook {
    private static final Logger LOG = LoggerFactory.getLogger(OrderBook.class);
    private static final String SUFFIX = ".order";

    private final Path directory;

    OrderBook(Path directory) {
        this.directory = directory;
    }

    /// Writes an order down; durable when this returns.
    void enter(CollectionOrder order) {
        try {
            Files.createDirectories(directory);
            PrivateFiles.write(file(order.ticket().transfer()), order.encode());
        } catch (IOException e) {
            throw new FspException(ErrorCode.NOT_WRITABLE, "the server cannot write to " + directory + ": " + e, e);
        }
    }

    /// Whether that very order stands.
    boolean holds(CollectionOrder order) {
        return all().contains(order);
    }

    /// Strikes an order out.
    void strike(TransferId transfer) {
        try {
            Files.deleteIfExists(file(transfer));
        } catch (IOException e) {
            LOG.warn("an order that is done cannot be deleted: {}", file(transfer), e);
        }
    }

    /// The orders that stand; one that cannot be read is left where it is, and said so.
    List<CollectionOrder> all() {
        List<CollectionOrder> orders = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return orders;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                try {
                    orders.add(CollectionOrder.parse(Files.readString(file)));
                } catch (IOException | RuntimeException e) {
                    LOG.error("the order of an unfinished collection cannot be read: {}", file, e);
                }
            }
        } catch (IOException e) {
            LOG.error("unfinished collections cannot be looked up in {}", directory, e);
        }
        return orders;
    }

    private Path file(TransferId transfer) {
        return directory.resolve(transfer + SUFFIX);
    }
}

package org.fastsend.server.net;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;

/// The records that a server sends under TLS 1.3, between which its ticket (RFC 8446 section 4.6.1) goes out again
/// as often as wanted. The records behind it are sealed anew under their new numbers. One thread at a time.
final class RepeatedTicket {
    private static final int HEADER_BYTES = 5;
    private static final int LENGTH_AT = 3;
    private static final int MESSAGE_HEADER_BYTES = 4;
    private static final int MAX_MESSAGE_BYTES = 0xffffff;

    private static final byte ALERT = 21;
    private static final byte HANDSHAKE = 22;
    private static final byte NEW_SESSION_TICKET = 4;
    private static final byte KEY_UPDATE = 24;

    private TrafficKeys keys;
    private Optional<byte[]> ticket = Optional.empty();
    /// The beginning of a record whose rest is still to come.
    private byte[] begun = {};
    /// Records that came, and that went, under these keys.
    private long came;
    private long went;
    private boolean over;

    /// @param keys what the first record that comes is sealed with, as the first under them
    RepeatedTicket(TrafficKeys keys) {
        this.keys = keys;
    }

    /// What is to be sent in the place of what TLS wants to send.
    ///
    /// @param again how many tickets are to go out before it; none does before TLS has sent one itself,
    ///     nor behind the end of TLS
    byte[] pass(byte[] sealed, int again) throws GeneralSecurityException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < again && !over && ticket.isPresent() && begun.length == 0; i++) {
            out.writeBytes(keys.seal(ticket.get(), went));
            went++;
        }
        ByteBuffer waiting = ByteBuffer.allocate(begun.length + sealed.length)
                .put(begun)
                .put(sealed)
                .flip();
        while (!over && isWhole(waiting)) {
            byte[] record = new byte[HEADER_BYTES + waiting.getShort(waiting.position() + LENGTH_AT)];
            waiting.get(record);
            out.writeBytes(pass(record));
        }
        begun = new byte[waiting.remaining()];
        waiting.get(begun);
        if (over) {
            out.writeBytes(begun);
            begun = new byte[0];
        }
        return out.toByteArray();
    }

    private static boolean isWhole(ByteBuffer waiting) {
        return waiting.remaining() >= HEADER_BYTES
                && waiting.remaining() >= HEADER_BYTES + waiting.getShort(waiting.position() + LENGTH_AT);
    }

    private byte[] pass(byte[] record) throws GeneralSecurityException {
        byte[] content;
        try {
            content = keys.open(record, came);
        } catch (GeneralSecurityException e) {
            if (came != went) {
                throw e;
            }
            over = true; // as it is: nothing depends on it yet
            return record;
        }
        byte[] passed = came == went ? record : keys.seal(content, went);
        came++;
        went++;
        look(content);
        return passed;
    }

    private void look(byte[] content) throws GeneralSecurityException {
        int end = content.length;
        while (end > 0 && content[end - 1] == 0) {
            end--; // padding
        }
        if (end == 0 || content[end - 1] == ALERT) {
            over = true; // what may follow is in the clear
        } else if (content[end - 1] == HANDSHAKE) {
            lookAtMessages(ByteBuffer.wrap(content, 0, end - 1));
        }
    }

    private void lookAtMessages(ByteBuffer messages) throws GeneralSecurityException {
        while (messages.remaining() >= MESSAGE_HEADER_BYTES) {
            int at = messages.position();
            byte kind = messages.get(at);
            int length = MESSAGE_HEADER_BYTES + (messages.getInt(at) & MAX_MESSAGE_BYTES);
            if (length > messages.remaining()) {
                return;
            }
            byte[] message = new byte[length];
            messages.get(message);
            if (kind == NEW_SESSION_TICKET) {
                ticket = Optional.of(asContent(message));
            } else if (kind == KEY_UPDATE) {
                keys = keys.updated();
                came = 0;
                went = 0;
            }
        }
    }

    private static byte[] asContent(byte[] message) {
        byte[] content = Arrays.copyOf(message, message.length + 1);
        content[message.length] = HANDSHAKE;
        return content;
    }
}

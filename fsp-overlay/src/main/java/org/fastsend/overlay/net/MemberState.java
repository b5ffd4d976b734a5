package org.fastsend.overlay.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.peer.Contact;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a member keeps over a restart: its own incarnation and whom it knew. A file of one line for each, the encoded
/// gossip in base64, the member itself first; lines that do not parse are left out.
final class MemberState {
    /// Members that are remembered.
    static final int MAX_CONTACTS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(MemberState.class);
    private static final int MAX_FILE_BYTES = 1 << 20;

    private final Path file;

    MemberState(Path file) {
        this.file = file;
    }

    /// @param incarnation of the last run; -1 if there was none
    record Saved(int incarnation, List<Contact> contacts) {}

    Saved read(long ownId) {
        int incarnation = -1;
        List<Contact> contacts = new ArrayList<>();
        try {
            List<String> lines = Files.size(file) > MAX_FILE_BYTES ? List.of() : Files.readAllLines(file);
            for (String line : lines) {
                for (Contact contact : parse(line)) {
                    if (contact.id() == ownId) {
                        incarnation = contact.incarnation();
                    } else if (contacts.size() < MAX_CONTACTS) {
                        contacts.add(contact);
                    }
                }
            }
        } catch (NoSuchFileException _) {
            return new Saved(-1, List.of()); // the first run
        } catch (IOException e) {
            LOG.warn("cannot read {}: {}", file, e.getMessage());
        }
        return new Saved(incarnation, contacts);
    }

    void write(Contact self, List<Contact> contacts) {
        List<String> lines = new ArrayList<>();
        lines.add(line(self));
        contacts.stream().limit(MAX_CONTACTS).forEach(contact -> lines.add(line(contact)));
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("cannot keep the overlay's state in {}: {}", file, e.getMessage());
        }
    }

    private static String line(Contact contact) {
        return Base64.getEncoder()
                .encodeToString(MessageCodec.encode(new Message.Gossip(contact, List.of(), false, false)));
    }

    private static List<Contact> parse(String line) {
        try {
            Message message = MessageCodec.decode(Base64.getDecoder().decode(line.strip()));
            return message instanceof Message.Gossip gossip ? List.of(gossip.self()) : List.of();
        } catch (MalformedBytesException | IllegalArgumentException _) {
            return List.of(); // somebody edited the file
        }
    }
}

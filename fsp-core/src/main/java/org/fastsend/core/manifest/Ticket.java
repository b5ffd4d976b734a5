package org.fastsend.core.manifest;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.TrustException;

/// What a person keeps to collect a transfer later: its key, who may collect, and where the manifest is
/// (docs/wire.md, "Ticket"). Secret: whoever has it has the data. [#toString] hides all of it.
///
/// @param expiresEpochSeconds when the relays' leases end; nothing can be collected from then on
/// @param holder the key that the capabilities name; empty in a ticket that a server gives to a client whose own key
///     they name
/// @param authority certificate of the federation whose relays are believed
/// @param sender hash of the key that signs the manifest's placements
/// @param hosts where copies of the manifest are, at most [#MAX_HOSTS]
public record Ticket(
        TransferId transfer,
        TransferKey key,
        CipherSuite cipher,
        long expiresEpochSeconds,
        Optional<Identity> holder,
        X509Certificate authority,
        KeyHash sender,
        List<ManifestHost> hosts) {
    /// Bytes of the longest ticket, before base64.
    public static final int MAX_BYTES = 64 * 1024;

    public static final int MAX_HOSTS = 64;

    private static final int VERSION = 1;
    private static final String PREFIX = "fsp1:";
    private static final int MAX_KEY_BYTES = 512;
    private static final int MAX_CERTIFICATE_BYTES = 8 * 1024;
    private static final int MAX_TEXT_LENGTH = PREFIX.length() + MAX_BYTES / 3 * 4 + 4;

    public Ticket {
        hosts = List.copyOf(hosts);
        if (expiresEpochSeconds < 0 || hosts.size() > MAX_HOSTS) {
            throw new IllegalArgumentException("ticket out of range: " + hosts.size() + " hosts");
        }
    }

    /// The same ticket for the holder of this key, who must be the one that the capabilities name.
    public Ticket withHolder(Identity own) {
        return new Ticket(transfer, key, cipher, expiresEpochSeconds, Optional.of(own), authority, sender, hosts);
    }

    /// One line of text; the secret itself.
    public String encode() {
        ByteBuffer id = ByteBuffer.allocate(TransferId.LENGTH);
        transfer.write(id);
        ByteWriter out = new ByteWriter()
                .u8(VERSION)
                .raw(id.array())
                .raw(key.bytes())
                .u8(cipher.code())
                .i64(expiresEpochSeconds)
                .bytes(holder.map(Identity::pkcs8).orElseGet(() -> new byte[0]))
                .bytes(Federation.encodeAuthority(authority))
                .raw(sender.bytes())
                .varint(hosts.size());
        for (ManifestHost host : hosts) {
            out.text(host.name())
                    .text(host.host())
                    .u16(host.port())
                    .raw(host.key().bytes())
                    .bytes(host.capability());
        }
        out.u32(crc32c(out.toBytes()));
        if (out.length() > MAX_BYTES) {
            throw new IllegalStateException("a ticket has at most " + MAX_BYTES + " bytes; name fewer manifest hosts");
        }
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toBytes());
    }

    /// Parses what [#encode] wrote; blanks and line ends around it do not matter. Anything else fails with
    /// [FspException], whose message quotes nothing of it.
    public static Ticket parse(String text) {
        try {
            return decode(bytesOf(text.strip()));
        } catch (MalformedBytesException | TrustException | IllegalArgumentException e) {
            // No cause: messages of parsers quote what they read.
            throw new FspException(
                    ErrorCode.MALFORMED_TICKET,
                    "malformed ticket: " + (e instanceof MalformedBytesException ? e.getMessage() : "it makes no sense")
                            + "; copy it again, whole, from where it was made");
        }
    }

    private static byte[] bytesOf(String text) throws MalformedBytesException {
        if (!text.startsWith(PREFIX)) {
            throw new MalformedBytesException("it does not start with " + PREFIX);
        }
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new MalformedBytesException("it is longer than any ticket");
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
        } catch (IllegalArgumentException _) {
            throw new MalformedBytesException("it is cut short or holds other characters than a ticket's");
        }
        int checked = bytes.length - Integer.BYTES;
        if (checked < 0) {
            throw new MalformedBytesException("it is cut short");
        }
        ByteBuffer all = ByteBuffer.wrap(bytes);
        byte[] content = new byte[checked];
        all.get(content);
        if (Integer.toUnsignedLong(all.getInt()) != crc32c(content)) {
            throw new MalformedBytesException("it is cut short or was changed");
        }
        return content;
    }

    private static Ticket decode(byte[] content) throws MalformedBytesException, TrustException {
        ByteReader in = new ByteReader(content);
        int version = in.u8();
        if (version != VERSION) {
            throw new MalformedBytesException("version " + version + " is not spoken here");
        }
        Ticket ticket = new Ticket(
                TransferId.read(ByteBuffer.wrap(in.raw(TransferId.LENGTH))),
                new TransferKey(in.raw(TransferKey.LENGTH)),
                CipherSuite.of(in.u8()).orElseThrow(() -> new MalformedBytesException("it names an unknown cipher")),
                in.u64(),
                holder(in.bytes(MAX_KEY_BYTES)),
                Federation.parseAuthority(in.bytes(MAX_CERTIFICATE_BYTES)),
                KeyHash.of(in.raw(KeyHash.LENGTH)),
                hosts(in));
        in.end();
        return ticket;
    }

    private static Optional<Identity> holder(byte[] pkcs8) throws TrustException {
        return pkcs8.length == 0 ? Optional.empty() : Optional.of(Identity.ofPkcs8(pkcs8));
    }

    private static List<ManifestHost> hosts(ByteReader in) throws MalformedBytesException {
        long count = in.varint(MAX_HOSTS);
        List<ManifestHost> hosts = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            hosts.add(new ManifestHost(
                    in.text(ManifestHost.MAX_NAME_BYTES),
                    in.text(ManifestHost.MAX_NAME_BYTES),
                    in.u16(),
                    KeyHash.of(in.raw(KeyHash.LENGTH)),
                    in.bytes(Capability.MAX_BYTES)));
        }
        return hosts;
    }

    private static long crc32c(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return sum.getValue();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Ticket that && encode().equals(that.encode());
    }

    @Override
    public int hashCode() {
        return transfer.hashCode();
    }

    @Override
    public String toString() {
        return "Ticket[" + transfer + "]";
    }
}

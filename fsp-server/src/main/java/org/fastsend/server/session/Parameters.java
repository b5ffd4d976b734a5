package org.fastsend.server.session;

import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.data.Transmission;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.reply.ReplyCode;

/// What a client has said of transfers to come (RFC 959 section 3), until REIN takes it all back. Belongs to the thread
/// of the session's command loop.
public final class Parameters {
    private TransferType type = TransferType.ASCII;
    private Transmission transmission = Transmission.DEFAULT;
    private Optional<Protection> protection = Optional.empty();
    private boolean protectionBufferSet;
    private boolean protectionFrozen;
    private OptionalInt bufferBytes = OptionalInt.empty();
    private HashAlgorithm hashAlgorithm = HashAlgorithm.SHA_256;
    private Part part = Part.whole();
    private Optional<VirtualPath> renaming = Optional.empty();
    private Set<MlsFact> facts = EnumSet.allOf(MlsFact.class);
    private boolean extendedPassiveOnly;

    Parameters() {}

    public TransferType type() {
        return type;
    }

    public void type(TransferType chosen) {
        type = chosen;
    }

    /// The type of a file transfer: lines cannot be told apart in MODE E, where they come in any order.
    public TransferType fileType() throws Refused {
        if (type == TransferType.ASCII && transmission.mode() == TransferMode.EXTENDED) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "MODE E needs TYPE I");
        }
        return type;
    }

    Transmission transmission() {
        return transmission;
    }

    void transmission(Transmission chosen) {
        transmission = chosen;
    }

    /// What PROT chose.
    Optional<Protection> protection() {
        return protection;
    }

    void protection(Protection chosen) {
        protection = Optional.of(chosen);
    }

    /// Whether PBSZ came.
    boolean isProtectionBufferSet() {
        return protectionBufferSet;
    }

    /// PBSZ came.
    public void protectionBufferIsSet() {
        protectionBufferSet = true;
    }

    /// Refuses AUTH, PBSZ and PROT after CCC: nobody can be sure any more who asks.
    public void refuseIfFrozen() throws Refused {
        if (protectionFrozen) {
            throw new Refused(ReplyCode.AGAINST_POLICY, "Protection cannot be changed after CCC");
        }
    }

    /// CCC ends the protection of the control connection.
    public void freezeProtection() {
        protectionFrozen = true;
    }

    /// How large the socket buffers of data connections are, if the client said so.
    public OptionalInt bufferBytes() {
        return bufferBytes;
    }

    public void bufferBytes(OptionalInt chosen) {
        bufferBytes = chosen;
    }

    /// What HASH hashes with.
    public HashAlgorithm hashAlgorithm() {
        return hashAlgorithm;
    }

    public void hashAlgorithm(HashAlgorithm chosen) {
        hashAlgorithm = chosen;
    }

    /// Sets which part of a file the next transfer is about.
    public void part(Part chosen) {
        part = chosen;
    }

    /// Which part of a file the transfer that begins now is about; counts for one transfer.
    public Part takePart() {
        Part chosen = part;
        part = Part.whole();
        return chosen;
    }

    public void renaming(VirtualPath from) {
        renaming = Optional.of(from);
    }

    public Optional<VirtualPath> takeRenaming() {
        Optional<VirtualPath> from = renaming;
        renaming = Optional.empty();
        return from;
    }

    /// What listings for machines say.
    public Set<MlsFact> facts() {
        return facts;
    }

    public void facts(Set<MlsFact> chosen) {
        facts = chosen;
    }

    /// After EPSV ALL nothing but EPSV may set up data connections (RFC 2428 section 4).
    public boolean isExtendedPassiveOnly() {
        return extendedPassiveOnly;
    }

    public void extendedPassiveOnly() {
        extendedPassiveOnly = true;
    }
}

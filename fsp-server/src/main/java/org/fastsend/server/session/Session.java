package org.fastsend.server.session;

import java.io.IOException;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.control.ControlConnection;
import org.fastsend.server.data.DataEndpoint;
import org.fastsend.server.data.DataSecurity;
import org.fastsend.server.data.Pace;
import org.fastsend.server.data.PassivePort;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.data.Transmission;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.files.Quota;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.net.SessionReuse;
import org.fastsend.server.reply.ReplyCode;

/// One client's session: its place in the conversation and the parameters of its next transfer. Belongs to the
/// thread of its command loop.
public final class Session {
    private final Site site;
    private final ControlConnection control;
    private LoginState login = new LoginState.Stranger();
    private int failedLogins;
    private TransferType type = TransferType.ASCII;
    private Optional<Protection> protection = Optional.empty();
    private Transmission transmission = Transmission.DEFAULT;
    private boolean bufferSizeSet;
    private OptionalInt bufferBytes = OptionalInt.empty();
    private HashAlgorithm hashAlgorithm = HashAlgorithm.SHA_256;
    private boolean protectionFrozen;
    private Part part = Part.whole();
    private Optional<VirtualPath> renaming = Optional.empty();
    private Optional<DataEndpoint> endpoint = Optional.empty();
    private boolean extendedPassiveOnly;
    private Set<MlsFact> facts = EnumSet.allOf(MlsFact.class);
    private Optional<Running> running = Optional.empty();
    private int passivePortsOpened;

    public Session(Site site, ControlConnection control) {
        this.site = site;
        this.control = control;
    }

    public Site site() {
        return site;
    }

    public ControlConnection control() {
        return control;
    }

    public InetAddress peer() {
        return control.peer().getAddress();
    }

    public LoginState login() {
        return login;
    }

    /// Changes who is here; a user who was is no longer.
    public void login(LoginState state) {
        if (login instanceof LoginState.LoggedIn before
                && !(state instanceof LoginState.LoggedIn now && now.user().equals(before.user()))) {
            site.attendance().logOut(before.user());
        }
        login = state;
    }

    /// The user that logged in; only commands that need one ask.
    public LoginState.LoggedIn user() throws Refused {
        if (login instanceof LoginState.LoggedIn in) {
            return in;
        }
        throw new Refused(ReplyCode.NOT_LOGGED_IN, "Log in with USER and PASS first");
    }

    /// Counts a wrong password; true when it was one too many.
    public boolean countFailedLogin() {
        failedLogins++;
        return failedLogins >= site.guard().rules().attempts();
    }

    /// The tree of the user, who must have the right to look.
    public RootedTree treeToRead() throws Refused {
        return tree(rights().read(), "read");
    }

    public RootedTree treeToWrite() throws Refused {
        return tree(rights().write(), "write");
    }

    public RootedTree treeToDelete() throws Refused {
        return tree(rights().delete(), "delete");
    }

    /// The rate of the user's next transfer.
    public Pace pace(boolean clientReads) {
        return login instanceof LoginState.LoggedIn in
                ? clientReads ? in.share().down() : in.share().up()
                : Pace.unlimited();
    }

    /// Room in the user's home for one upload.
    public Quota.Room room() throws Refused, IOException {
        return user().share().quota().enter(user().tree());
    }

    /// What the client means by a path; an empty one is the current directory.
    public VirtualPath path(String argument) throws Refused {
        return user().directory().resolve(argument);
    }

    public MlsFact.Access access() throws Refused {
        Rights rights = rights();
        return new MlsFact.Access(rights.read(), rights.write(), rights.delete());
    }

    public TransferType type() {
        return type;
    }

    /// The type of a file transfer: lines cannot be told apart in MODE E, where they come in any order.
    public TransferType fileType() throws Refused {
        if (type == TransferType.ASCII && transmission.mode() == TransferMode.EXTENDED) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "MODE E needs TYPE I");
        }
        return type;
    }

    public void type(TransferType chosen) {
        type = chosen;
    }

    public Transmission transmission() {
        return transmission;
    }

    /// Sets how transfers go. Connections made for another mode serve no more.
    public void transmission(Transmission chosen) {
        if (chosen.mode() != transmission.mode() && transmission.mode() == TransferMode.EXTENDED) {
            endpoint.ifPresent(DataEndpoint::close);
            endpoint = Optional.empty();
        }
        transmission = chosen;
    }

    /// What PROT chose, or what the way of connecting implies.
    public Protection protection() {
        return protection.orElse(control.impliesPrivateData() ? Protection.PRIVATE : Protection.CLEAR);
    }

    public void protection(Protection chosen) {
        if (chosen != protection() && transmission.mode() == TransferMode.EXTENDED) {
            endpoint.ifPresent(DataEndpoint::close);
            endpoint = Optional.empty();
        }
        protection = Optional.of(chosen);
    }

    /// Whether PBSZ came, which PROT must follow (RFC 4217 section 8), or goes without saying.
    public boolean isBufferSizeSet() {
        return bufferSizeSet || control.impliesPrivateData();
    }

    /// The TLS of the next data connection, if PROT P holds.
    public Optional<DataSecurity> dataSecurity(boolean clientReads) {
        if (protection() == Protection.CLEAR) {
            return Optional.empty();
        }
        SessionReuse reuse = login instanceof LoginState.LoggedIn in
                ? in.user().limits().sessionReuse().orElse(site.policy().sessionReuse())
                : site.policy().sessionReuse();
        return control.tls().map(tls -> new DataSecurity(tls, reuse, clientReads));
    }

    public void bufferSizeIsSet() {
        bufferSizeSet = true;
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

    /// Makes everything as it was when the client connected, but for the passwords it got wrong.
    public void reinitialize() {
        login(new LoginState.Stranger());
        type = TransferType.ASCII;
        transmission = Transmission.DEFAULT;
        protection = Optional.empty();
        bufferSizeSet = false;
        bufferBytes = OptionalInt.empty();
        protectionFrozen = false;
        hashAlgorithm = HashAlgorithm.SHA_256;
        part = Part.whole();
        renaming = Optional.empty();
        endpoint.ifPresent(DataEndpoint::close);
        endpoint = Optional.empty();
        extendedPassiveOnly = false;
        facts = EnumSet.allOf(MlsFact.class);
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

    /// Opens a passive port in the place of whatever was agreed before, and says its number.
    public int openPassivePort() throws Refused {
        endpoint.ifPresent(DataEndpoint::close);
        endpoint = Optional.empty();
        try {
            PassivePort port = PassivePort.open(
                    site.transport(),
                    control.local().getAddress(),
                    guests(),
                    bufferBytes,
                    site.policy().passivePorts(),
                    control.peer().getPort() + passivePortsOpened++);
            endpoint = Optional.of(port);
            return port.port();
        } catch (IOException e) {
            throw new Refused(ReplyCode.NO_DATA_CONNECTION, "No port for a data connection: " + e.getMessage());
        }
    }

    private PassivePort.Guests guests() throws Refused {
        boolean anybody = rights().thirdParty();
        return new PassivePort.Guests(
                anybody ? Optional.empty() : Optional.of(peer()),
                transmission.maxConnections(),
                site.policy().proxies());
    }

    /// The address that the client is told for passive data connections.
    public InetAddress announcedAddress() {
        return site.policy().announcement().to(peer(), control.seen().getAddress());
    }

    /// Sets where the next data connection goes to.
    public void connectTo(DataEndpoint address) {
        endpoint.ifPresent(DataEndpoint::close);
        endpoint = Optional.of(address);
    }

    /// The place of the next data connection; counts for one transfer, in MODE E for all until it is replaced.
    public DataEndpoint takeEndpoint() throws Refused {
        if (site.policy().requireTls() && protection() == Protection.CLEAR) {
            throw new Refused(ReplyCode.PROTECTION_REFUSED, "Data connections need PROT P here");
        }
        DataEndpoint agreed = endpoint.orElseThrow(
                () -> new Refused(ReplyCode.NO_DATA_CONNECTION, "Use PASV, EPSV, PORT or EPRT first"));
        if (transmission.mode() != TransferMode.EXTENDED) {
            endpoint = Optional.empty();
        }
        return agreed;
    }

    /// What runs beside the control connection now.
    public Optional<Running> running() {
        return running;
    }

    public void running(Optional<Running> now) {
        running = now;
    }

    /// Frees what the session holds.
    public void close() {
        endpoint.ifPresent(DataEndpoint::close);
        endpoint = Optional.empty();
        login(new LoginState.Stranger());
        control.close();
    }

    private Rights rights() throws Refused {
        return user().user().rights();
    }

    private RootedTree tree(boolean allowed, String what) throws Refused {
        if (!allowed) {
            throw new Refused(ReplyCode.FILE_UNAVAILABLE, "You have no right to " + what + " here");
        }
        return user().tree();
    }
}

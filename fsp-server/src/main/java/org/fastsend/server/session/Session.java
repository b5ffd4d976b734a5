package org.fastsend.server.session;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.control.ControlConnection;
import org.fastsend.server.data.DataEndpoint;
import org.fastsend.server.data.DataSecurity;
import org.fastsend.server.data.Pace;
import org.fastsend.server.data.PassivePort;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.data.Transmission;
import org.fastsend.server.files.Quota;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.net.SessionReuse;
import org.fastsend.server.reply.ReplyCode;

/// One client's session: its place in the conversation and the parameters of its next transfer. One thread at
/// a time, which has the floor of its dialogue.
public final class Session {
    private final Site site;
    private final ControlConnection control;
    private LoginState login = new LoginState.Stranger();
    private int failedLogins;
    private Parameters parameters = new Parameters();
    private Optional<DataEndpoint> endpoint = Optional.empty();
    /// When the port that waits for a transfer to ask for it was opened.
    private OptionalLong unusedSinceNanos = OptionalLong.empty();

    private Optional<Running> running = Optional.empty();

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

    /// What the client has said of transfers to come.
    public Parameters parameters() {
        return parameters;
    }

    public Transmission transmission() {
        return parameters.transmission();
    }

    /// Sets how transfers go. Connections made for another mode serve no more.
    public void transmission(Transmission chosen) {
        if (chosen.mode() != transmission().mode()) {
            forgetExtended();
        }
        parameters.transmission(chosen);
    }

    /// What PROT chose, or what the way of connecting implies.
    public Protection protection() {
        return parameters.protection().orElse(control.impliesPrivateData() ? Protection.PRIVATE : Protection.CLEAR);
    }

    public void protection(Protection chosen) {
        if (chosen != protection()) {
            forgetExtended();
        }
        parameters.protection(chosen);
    }

    /// Connections of MODE E, which would serve for further transfers, do no more.
    private void forgetExtended() {
        if (transmission().mode() == TransferMode.EXTENDED) {
            forgetEndpoint();
        }
    }

    private void forgetEndpoint() {
        endpoint.ifPresent(DataEndpoint::close);
        endpoint = Optional.empty();
        unusedSinceNanos = OptionalLong.empty();
    }

    /// Whether PBSZ came, which PROT must follow (RFC 4217 section 8), or goes without saying.
    public boolean isProtectionBufferSet() {
        return parameters.isProtectionBufferSet() || control.impliesPrivateData();
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

    /// Begins TLS on a data connection whose client does so before it asks for the transfer. Whether one may still.
    public boolean meetEarly() throws InterruptedException {
        Optional<DataSecurity> security = dataSecurity(false);
        return security.isPresent()
                && endpoint.isPresent()
                && endpoint.get() instanceof PassivePort port
                && port.meetEarly(security.get());
    }

    /// Makes everything as it was when the client connected, but for the passwords it got wrong.
    public void reinitialize() {
        login(new LoginState.Stranger());
        parameters = new Parameters();
        forgetEndpoint();
    }

    /// Opens a passive port in the place of whatever was agreed before, and says its number.
    public int openPassivePort() throws Refused {
        forgetEndpoint();
        try {
            PassivePort port = PassivePort.open(
                    site.transport(),
                    site.timer(),
                    control.local().getAddress(),
                    guests(),
                    parameters.bufferBytes(),
                    site.policy().passivePorts());
            endpoint = Optional.of(port);
            unusedSinceNanos = OptionalLong.of(site.timer().nanos());
            return port.port();
        } catch (IOException e) {
            throw new Refused(ReplyCode.NO_DATA_CONNECTION, "No port for a data connection: " + e.getMessage());
        }
    }

    /// How long the port may still wait for a transfer to ask for it.
    public long portLeftNanos() {
        return unusedSinceNanos.isPresent()
                ? unusedSinceNanos.getAsLong()
                        + site.policy().patience().dataConnectNanos()
                        - site.timer().nanos()
                : Long.MAX_VALUE;
    }

    /// Closes a port that no transfer asked for in time: there may be few, and others want one.
    public void closeUnusedPort() {
        if (portLeftNanos() <= 0) {
            forgetEndpoint();
        }
    }

    private PassivePort.Guests guests() throws Refused {
        boolean anybody = rights().thirdParty();
        return new PassivePort.Guests(
                anybody ? Optional.empty() : Optional.of(peer()),
                transmission().mode() == TransferMode.EXTENDED,
                site.policy().proxies());
    }

    /// The address that the client is told for passive data connections.
    public InetAddress announcedAddress() {
        return site.policy().announcement().to(peer(), control.seen().getAddress());
    }

    /// Sets where the next data connection goes to.
    public void connectTo(DataEndpoint address) {
        forgetEndpoint();
        endpoint = Optional.of(address);
    }

    /// The place of the next data connection; counts for one transfer, in MODE E for all until it is
    /// replaced.
    public DataEndpoint takeEndpoint() throws Refused {
        if (site.policy().requireTls() && protection() == Protection.CLEAR) {
            throw new Refused(ReplyCode.PROTECTION_REFUSED, "Data connections need PROT P here");
        }
        DataEndpoint agreed = endpoint.orElseThrow(
                () -> new Refused(ReplyCode.NO_DATA_CONNECTION, "Use PASV, EPSV, PORT or EPRT first, shortly before"));
        unusedSinceNanos = OptionalLong.empty();
        if (transmission().mode() != TransferMode.EXTENDED) {
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
        forgetEndpoint();
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

package org.fastsend.server.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.server.auth.LoginGuard;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.auth.UsersFile;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.Transport;
import org.fastsend.server.session.Attendance;
import org.fastsend.server.session.Policy;
import org.fastsend.server.session.Site;
import org.fastsend.server.striping.FspExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server of one process, put together from its options. Every way to fail at the start is an FspException.
final class ServerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    private final Doors doors;
    private final Site site;
    private final Optional<StripingPlace> striping;
    private final String about;
    private final CountDownLatch hurried = new CountDownLatch(1);
    private volatile ServerOptions options;

    private ServerProcess(
            ServerOptions options, Doors doors, Site site, Optional<StripingPlace> striping, String about) {
        this.options = options;
        this.doors = doors;
        this.site = site;
        this.striping = striping;
        this.about = about;
    }

    static ServerProcess start(ServerOptions options) {
        Path root = root(options);
        if (!options.anonymous && options.users.isEmpty()) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "nobody could log in: give --users FILE ('fsp user add' makes one) or --anonymous");
        }
        SecureRandom random = new SecureRandom();
        Logins logins = new Logins(options.users.map(UsersFile::new), options.anonymous, random);
        Policy policy = policy(options);
        ServerIdentity identity = ServerIdentity.of(options, random);
        NanoClock timer = new SystemNanoClock();
        Site site = new Site(
                root,
                new Transport(),
                identity.tls(),
                logins,
                new AtomicReference<>(policy),
                new LoginGuard(options.sessions.guarding()),
                new Attendance(options.sessions.maxSessions, options.sessions.maxPerAddress, timer),
                options.operation.transferLog(),
                new SystemEpochClock(),
                timer);
        Optional<StripingPlace> striping = options.federation.map(directory -> StripingPlace.open(
                directory,
                new StripingPlace.Relays(options.relays, options.join, options.caps.caps()),
                new TransferRate(RateSettings.UNBOUNDED.withTargetBits(options.rate)),
                ServerIdentity.stateDirectory(options),
                random));
        Supplier<Extension> extension = striping.<Supplier<Extension>>map(place -> new FspExtension(place.service()))
                .orElse(() -> Extension.NONE);
        try {
            Doors doors = Doors.open(options, site, extension);
            return new ServerProcess(
                    options, doors, site, striping, "root=" + root + " certificate=" + identity.origin());
        } catch (FspException e) {
            site.transport().close();
            striping.ifPresent(StripingPlace::close);
            throw e;
        }
    }

    private static Policy policy(ServerOptions options) {
        return Policy.DEFAULT
                .withRequireTls(options.requireTls)
                .withSessionReuse(options.sessionReuse)
                .withPassivePorts(options.passivePorts)
                .withAnnouncement(options.operation.announcement())
                .withProxies(options.operation.trustedProxies())
                .withHosts(options.operation.hosts())
                .withPatience(options.sessions.patience());
    }

    InetSocketAddress address() {
        return doors.server().address();
    }

    /// One line for people and scripts: where, what, how.
    String description() {
        return doors.description() + " " + about + " striping=" + (striping.isPresent() ? "yes" : "no");
    }

    /// Takes over what may change while the server runs, and opens its logs anew.
    void reload(ServerOptions now) {
        Policy policy = policy(now);
        site.rules().set(policy);
        site.guard().follow(now.sessions.guarding());
        site.attendance().limit(now.sessions.maxSessions, now.sessions.maxPerAddress);
        site.log().reopen();
        for (String name : now.fixed().keySet()) {
            if (!now.fixed().get(name).equals(options.fixed().get(name))) {
                LOG.warn("a new {} counts only after a restart", name);
            }
        }
        options = now;
        LOG.info("configuration read again");
    }

    /// Takes nobody new, waits for what runs, and closes everything.
    void shutDown() {
        LOG.info("shutting down sessions={}", doors.server().sessions());
        long drainNanos = TimeUnit.SECONDS.toNanos(options.operation.drainSeconds);
        Thread drain = Thread.ofPlatform().daemon().name("fsp-drain").start(() -> drain(drainNanos));
        try {
            var _ = hurried.await(drainNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            LOG.warn("interrupted while transfers were running");
        } finally {
            drain.interrupt();
            doors.server().close();
            striping.ifPresent(StripingPlace::close);
            site.log().close();
        }
    }

    /// Whoever waits in [#shutDown] waits no longer.
    void hurry() {
        hurried.countDown();
    }

    private void drain(long drainNanos) {
        try {
            doors.server().drain(drainNanos);
            if (striping.isPresent()) {
                striping.get().service().awaitIdle(drainNanos);
            }
            hurry();
        } catch (InterruptedException _) {
            LOG.warn("transfers are broken off");
        }
    }

    private static Path root(ServerOptions options) {
        Path root = options.root.orElseThrow(() -> new FspException(ErrorCode.USAGE, "--root DIR is missing"));
        if (!Files.isDirectory(root)) {
            throw new FspException(ErrorCode.MISSING_PATH, "no directory " + root + " to serve");
        }
        try {
            return root.toRealPath();
        } catch (IOException e) {
            throw new FspException(ErrorCode.MISSING_PATH, "cannot serve " + root + ": " + e.getMessage(), e);
        }
    }
}

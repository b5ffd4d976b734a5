package org.fastsend.server.session;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.auth.User;
import org.fastsend.server.net.ClientNetwork;

/// Who is here: how many sessions there are, from where and whose, and what sessions of one user share. Thread-safe.
public final class Attendance {
    private int maxSessions;
    private int maxPerClient;
    private final NanoClock clock;
    private final Map<ClientNetwork, Integer> byClient = new HashMap<>();
    private final Map<String, Present> byUser = new HashMap<>();
    private int sessions;

    /// A user with so many sessions, and what these share.
    private record Present(UserShare share, int sessions) {}

    /// Made with the sessions at the same time in all, and of one client.
    public Attendance(int maxSessions, int maxPerClient, NanoClock clock) {
        this.maxSessions = maxSessions;
        this.maxPerClient = maxPerClient;
        this.clock = clock;
    }

    /// Changes how many may come; who is here stays.
    public synchronized void limit(int sessionsInAll, int sessionsOfOneClient) {
        maxSessions = sessionsInAll;
        maxPerClient = sessionsOfOneClient;
    }

    /// Counts a connection in; says why not when it is one too many.
    public synchronized Optional<String> arrive(InetAddress from) {
        if (sessions >= maxSessions) {
            return Optional.of("No more sessions now, try again later");
        }
        ClientNetwork client = ClientNetwork.of(from);
        if (byClient.getOrDefault(client, 0) >= maxPerClient) {
            return Optional.of("Too many sessions from your address");
        }
        byClient.merge(client, 1, Integer::sum);
        sessions++;
        return Optional.empty();
    }

    public synchronized void leave(InetAddress from) {
        byClient.computeIfPresent(ClientNetwork.of(from), (_, count) -> count > 1 ? count - 1 : null);
        sessions--;
    }

    /// Counts a user's session in, unless it is one too many.
    public synchronized Optional<UserShare> logIn(User user) {
        Present now = byUser.getOrDefault(user.name(), new Present(new UserShare(user.limits(), clock), 0));
        if (user.limits().sessions().filter(most -> now.sessions() >= most).isPresent()) {
            return Optional.empty();
        }
        UserShare share =
                now.share().limits().equals(user.limits()) ? now.share() : new UserShare(user.limits(), clock);
        byUser.put(user.name(), new Present(share, now.sessions() + 1));
        return Optional.of(share);
    }

    public synchronized void logOut(User user) {
        byUser.computeIfPresent(
                user.name(), (_, now) -> now.sessions() > 1 ? new Present(now.share(), now.sessions() - 1) : null);
    }
}

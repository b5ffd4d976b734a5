package org.fastsend.server.session;

import org.fastsend.core.time.NanoClock;
import org.fastsend.server.auth.UserLimits;
import org.fastsend.server.data.Pace;
import org.fastsend.server.files.Quota;

/// What all sessions of one user share.
///
/// @param down the rate of what the user fetches
/// @param up the rate of what the user sends
/// @param quota how much may lie in the user's home
public record UserShare(UserLimits limits, Pace down, Pace up, Quota quota) {
    UserShare(UserLimits limits, NanoClock clock) {
        this(
                limits,
                new Pace(limits.downBytesPerSecond(), clock),
                new Pace(limits.upBytesPerSecond(), clock),
                new Quota(limits.quotaBytes()));
    }
}

package org.fastsend.client.progress;

import java.util.List;
import java.util.OptionalDouble;
import org.fastsend.core.event.RelayShare;

/// How a transfer ended.
///
/// @param bytes of the files
/// @param files regular files, directories and links
/// @param sendSeconds until the sender was released; empty if it was not, or nobody knows
/// @param totalSeconds until all was where this command was to bring it
/// @param assurance what stands behind the claim that it is right
/// @param copies of each block off the sender at its release
/// @param relays what each relay took, or gave where the sender's figures are unknown
/// @param dropped relays that were given up and why
/// @param troubles files that did not make it and why
/// @param resumedBytes of the files, as far as an earlier run had sent them and they were not sent again
public record TransferSummary(
        long bytes,
        long files,
        OptionalDouble sendSeconds,
        double totalSeconds,
        Assurance assurance,
        int copies,
        List<RelayShare> relays,
        List<String> dropped,
        List<String> troubles,
        long resumedBytes) {
    /// Of a transfer that continues none.
    public TransferSummary(
            long bytes,
            long files,
            OptionalDouble sendSeconds,
            double totalSeconds,
            Assurance assurance,
            int copies,
            List<RelayShare> relays,
            List<String> dropped,
            List<String> troubles) {
        this(bytes, files, sendSeconds, totalSeconds, assurance, copies, relays, dropped, troubles, 0);
    }

    /// The same of a transfer that continues an earlier run.
    public TransferSummary withResumedBytes(long resumed) {
        return new TransferSummary(
                bytes, files, sendSeconds, totalSeconds, assurance, copies, relays, dropped, troubles, resumed);
    }

    /// What was made sure of.
    public enum Assurance {
        NONE(""),
        /// At the receiver, every file was compared with the sender's digest of it.
        DIGESTS("every file verified"),
        /// There is no receiver yet; every relay has signed for the very blocks that it holds.
        RECEIPTS("every relay signed for what it holds"),
        /// Plain FTP knows no more: sizes were compared, and TLS protected what lies between.
        SIZES("every size compared");

        private final String words;

        Assurance(String words) {
            this.words = words;
        }

        /// For people; empty for [#NONE].
        public String words() {
            return words;
        }
    }

    public TransferSummary {
        relays = List.copyOf(relays);
        dropped = List.copyOf(dropped);
        troubles = List.copyOf(troubles);
    }
}

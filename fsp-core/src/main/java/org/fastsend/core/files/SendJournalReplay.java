package org.fastsend.core.files;

import java.util.List;
import org.fastsend.core.manifest.FeedEntry;

/// What a [SendJournal] holds, record by record, in the order in which it was written.
public interface SendJournalReplay {
    /// Always the first record, and once.
    void head(byte[] head);

    void entry(FeedEntry entry);

    void block(SealedNote block);

    void stamps(int firstFile, List<FileStamp> stamps);
}

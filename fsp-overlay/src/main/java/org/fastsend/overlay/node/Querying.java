package org.fastsend.overlay.node;

import java.util.List;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;

/// How a node answers queries and measures for those of others: the other part that differs between Meridian and FSP.
interface Querying {
    /// Where an answer goes.
    interface Answering {
        void answer(List<Ranked> ranked, QueryCost cost, long nowNanos);
    }

    /// Where a measurement goes.
    interface Reply {
        void send(Message message, long nowNanos);
    }

    void ask(Query query, Answering answering, long nowNanos);

    void handleMeasure(Sender from, Measure measure, Reply reply, long nowNanos);
}

package org.fastsend.overlay.node;

import java.util.List;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Endpoint;

/// How a node answers queries and measures for those of others: the other part that differs between Meridian and FSP.
interface Querying {
    /// Whom an answer is for.
    ///
    /// @param id 0 if a query came by way of other members
    record Asker(Endpoint at, long id, long number) {}

    /// Where answers go.
    interface Answers {
        void answer(Asker asker, List<Ranked> ranked, QueryCost cost, long nowNanos);
    }

    /// Where a measurement goes.
    interface Reply {
        void send(Message message, long nowNanos);
    }

    void ask(Query query, Asker asker, long nowNanos);

    /// A query that another member hands on.
    void handleForward(Message.Forward forward, long nowNanos);

    void handleMeasure(Sender from, Measure measure, Reply reply, long nowNanos);
}

package org.fastsend.server.striping;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.fastsend.core.event.EventJson;
import org.fastsend.server.command.Extension;

/// The FSP verbs over one service; makes a session's own.
public record FspExtension(StripingService service, EventJson json) implements Supplier<Extension> {
    public FspExtension(StripingService service) {
        this(service, new EventJson());
    }

    @Override
    public Extension get() {
        Negotiation negotiation = new Negotiation();
        return new Extension(
                List.of(
                        new Strp(service, negotiation),
                        new Fllw(service, json),
                        new Drct(service),
                        new Coll(negotiation),
                        new Tckt(service, negotiation),
                        new Rels(service, json)),
                Map.of("FSP", negotiation::set));
    }
}

package org.fastsend.overlay.message;

import java.util.List;
import java.util.function.BiConsumer;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.overlay.message.Message.Answer;
import org.fastsend.overlay.message.Message.Ask;
import org.fastsend.overlay.message.Message.Attach;
import org.fastsend.overlay.message.Message.Attached;
import org.fastsend.overlay.message.Message.Forward;
import org.fastsend.overlay.message.Message.Gossip;
import org.fastsend.overlay.message.Message.Join;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Message.Ping;
import org.fastsend.overlay.message.Message.PingFor;
import org.fastsend.overlay.message.Message.PingForAnswer;
import org.fastsend.overlay.message.Message.Pong;
import org.fastsend.overlay.message.Message.Probe;
import org.fastsend.overlay.message.Message.ProbeAnswer;
import org.fastsend.overlay.message.Message.Relay;
import org.fastsend.overlay.message.Message.Relayed;
import org.fastsend.overlay.message.Message.Welcome;

/// Messages as bytes (docs/wire.md, "Overlay"): a type and its fields. Whatever does not parse to the last byte is
/// refused. Stateless.
public final class MessageCodec {
    /// No message is longer, so that with IP, UDP and the envelope it fits one Ethernet frame.
    public static final int MAX_LENGTH = 1400;

    /// Members in one message.
    public static final int MAX_CONTACTS = 12;

    public static final int MAX_RUMOURS = 8;
    public static final int MAX_TARGETS = 32;

    private static final int PROBE = 1;
    private static final int PROBE_ANSWER = 2;
    private static final int PING = 3;
    private static final int PONG = 4;
    private static final int PING_FOR = 5;
    private static final int PING_FOR_ANSWER = 6;
    private static final int GOSSIP = 7;
    private static final int JOIN = 8;
    private static final int WELCOME = 9;
    private static final int MEASURE = 10;
    private static final int MEASURED = 11;
    private static final int ASK = 12;
    private static final int ANSWER = 13;
    private static final int FORWARD = 14;
    private static final int ATTACH = 15;
    private static final int ATTACHED = 16;
    private static final int RELAY = 17;
    private static final int RELAYED = 18;
    private static final int WANTS_ANSWER = 1;
    private static final int IS_NEAR = 2;
    private static final int MAX_COST = 1_000_000;

    /// A value's place is its code.
    private static final List<Query.Kind> KINDS =
            List.of(Query.Kind.CLOSEST, Query.Kind.CENTRAL_LEADER, Query.Kind.CONSTRAINTS);

    private static final List<Rumour.State> STATES =
            List.of(Rumour.State.ALIVE, Rumour.State.SUSPECT, Rumour.State.DEAD);

    private MessageCodec() {}

    public static byte[] encode(Message message) {
        ByteWriter out = new ByteWriter();
        write(message, out);
        if (out.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a message of " + out.length() + " bytes is longer than " + MAX_LENGTH);
        }
        return out.toBytes();
    }

    public static Message decode(byte[] bytes) throws MalformedBytesException {
        if (bytes.length > MAX_LENGTH) {
            throw new MalformedBytesException("a message of " + bytes.length + " bytes");
        }
        ByteReader in = new ByteReader(bytes);
        Message message = read(in, true);
        in.end();
        return message;
    }

    private static void write(Message message, ByteWriter out) {
        switch (message) {
            case Probe(long nonce) -> out.u8(PROBE).i64(nonce);
            case ProbeAnswer(long nonce) -> out.u8(PROBE_ANSWER).i64(nonce);
            case Ping ping -> {
                ValueCodec.contact(ping.self(), out.u8(PING).i64(ping.nonce()));
                list(ping.rumours(), MessageCodec::rumour, out);
            }
            case Pong pong -> {
                ValueCodec.contact(pong.self(), out.u8(PONG).i64(pong.nonce()));
                list(pong.rumours(), MessageCodec::rumour, out);
            }
            case PingFor ask ->
                ValueCodec.contact(ask.subject(), out.u8(PING_FOR).i64(ask.number()));
            case PingForAnswer answer ->
                out.u8(PING_FOR_ANSWER).i64(answer.number()).u8(answer.alive() ? 1 : 0);
            case Gossip gossip -> {
                int flags = (gossip.wantsAnswer() ? WANTS_ANSWER : 0) | (gossip.isNear() ? IS_NEAR : 0);
                ValueCodec.contact(gossip.self(), out.u8(GOSSIP).u8(flags));
                list(gossip.contacts(), ValueCodec::contact, out);
            }
            case Join join -> ValueCodec.contact(join.self(), out.u8(JOIN));
            case Welcome welcome -> {
                ValueCodec.contact(welcome.self(), out.u8(WELCOME));
                ValueCodec.endpoint(welcome.seenAt(), out);
                list(welcome.contacts(), ValueCodec::contact, out);
            }
            case Measure measure -> MeasureCodec.write(measure, out.u8(MEASURE));
            case Measured measured -> {
                ValueCodec.endpoint(measured.seenAt(), out.u8(MEASURED).i64(measured.number()));
                ValueCodec.coordinate(measured.at(), out);
                list(measured.rttMillis(), ValueCodec::rtt, out);
                list(measured.candidates(), MessageCodec::candidate, out);
            }
            case Ask ask -> query(ask.query(), out.u8(ASK).i64(ask.number()));
            case Answer answer -> {
                out.u8(ANSWER).i64(answer.number()).u8(answer.part()).u8(answer.parts());
                cost(answer.cost(), out);
                list(answer.ranked(), ValueCodec::ranked, out);
            }
            case Forward forward -> {
                ValueCodec.endpoint(forward.asker(), out.u8(FORWARD).i64(forward.number()));
                cost(forward.cost(), out);
                query(forward.query(), out);
            }
            case Attach attach -> ValueCodec.contact(attach.self(), out.u8(ATTACH));
            case Attached attached -> ValueCodec.endpoint(attached.seenAt(), out.u8(ATTACHED));
            case Relay relay -> write(relay.message(), out.u8(RELAY).i64(relay.to()));
            case Relayed relayed -> {
                ValueCodec.endpoint(relayed.sender(), out.u8(RELAYED).i64(relayed.from()));
                write(relayed.message(), out);
            }
        }
    }

    private static Message read(ByteReader in, boolean outermost) throws MalformedBytesException {
        int type = in.u8();
        return switch (type) {
            case PROBE -> new Probe(in.i64());
            case PROBE_ANSWER -> new ProbeAnswer(in.i64());
            case PING -> new Ping(in.i64(), ValueCodec.contact(in), rumours(in));
            case PONG -> new Pong(in.i64(), ValueCodec.contact(in), rumours(in));
            case PING_FOR -> new PingFor(in.i64(), ValueCodec.contact(in));
            case PING_FOR_ANSWER -> new PingForAnswer(in.i64(), flag(in));
            case GOSSIP -> {
                int flags = in.u8();
                if (flags > (WANTS_ANSWER | IS_NEAR)) {
                    throw new MalformedBytesException("flags " + flags);
                }
                yield new Gossip(
                        ValueCodec.contact(in),
                        ValueCodec.list(in, MAX_CONTACTS, ValueCodec::contact),
                        (flags & WANTS_ANSWER) != 0,
                        (flags & IS_NEAR) != 0);
            }
            case JOIN -> new Join(ValueCodec.contact(in));
            case WELCOME ->
                new Welcome(
                        ValueCodec.contact(in),
                        ValueCodec.endpoint(in),
                        ValueCodec.list(in, MAX_CONTACTS, ValueCodec::contact));
            case MEASURE -> MeasureCodec.read(in);
            case MEASURED ->
                new Measured(
                        in.i64(),
                        ValueCodec.endpoint(in),
                        ValueCodec.coordinate(in),
                        ValueCodec.list(in, MAX_TARGETS, ValueCodec::rtt),
                        ValueCodec.list(in, MAX_CONTACTS, MessageCodec::candidate));
            case ASK -> new Ask(in.i64(), query(in));
            case ANSWER -> answer(in);
            case FORWARD -> forward(in);
            case ATTACH -> new Attach(ValueCodec.contact(in));
            case ATTACHED -> new Attached(ValueCodec.endpoint(in));
            case RELAY, RELAYED -> {
                if (!outermost) {
                    throw new MalformedBytesException("a relayed message inside a relayed message");
                }
                yield type == RELAY
                        ? new Relay(in.i64(), read(in, false))
                        : new Relayed(in.i64(), ValueCodec.endpoint(in), read(in, false));
            }
            default -> throw new MalformedBytesException("no message of type " + type);
        };
    }

    private static void query(Query query, ByteWriter out) {
        out.u8(KINDS.indexOf(query.kind())).u8(query.wanted());
        list(query.goals(), ValueCodec::goal, out);
    }

    private static Query query(ByteReader in) throws MalformedBytesException {
        int kind = in.u8();
        int wanted = in.u8();
        List<Goal> goals = ValueCodec.list(in, Query.MAX_GOALS, ValueCodec::goal);
        try {
            return new Query(kind(kind), goals, wanted);
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException("no query: " + e.getMessage());
        }
    }

    private static Query.Kind kind(int number) {
        if (number >= KINDS.size()) {
            throw new IllegalArgumentException("no kind " + number);
        }
        return KINDS.get(number);
    }

    private static Answer answer(ByteReader in) throws MalformedBytesException {
        long number = in.i64();
        int part = in.u8();
        int parts = in.u8();
        if (parts > Answer.MAX_PARTS || part >= parts) {
            throw new MalformedBytesException("part " + part + " of " + parts);
        }
        QueryCost cost = cost(in);
        return new Answer(number, part, parts, ValueCodec.list(in, Answer.PART, ValueCodec::ranked), cost);
    }

    private static Forward forward(ByteReader in) throws MalformedBytesException {
        long number = in.i64();
        var asker = ValueCodec.endpoint(in);
        QueryCost cost = cost(in);
        return new Forward(number, asker, query(in), cost);
    }

    private static void cost(QueryCost cost, ByteWriter out) {
        out.varint(cost.probes()).varint(cost.hops());
    }

    private static QueryCost cost(ByteReader in) throws MalformedBytesException {
        return new QueryCost((int) in.varint(MAX_COST), (int) in.varint(MAX_COST));
    }

    private static void candidate(Candidate candidate, ByteWriter out) {
        ValueCodec.contact(candidate.contact(), out);
        ValueCodec.rtt(candidate.rttMillis(), out);
    }

    private static Candidate candidate(ByteReader in) throws MalformedBytesException {
        return new Candidate(ValueCodec.contact(in), ValueCodec.rtt(in));
    }

    private static void rumour(Rumour rumour, ByteWriter out) {
        out.i64(rumour.id()).varint(rumour.incarnation()).u8(STATES.indexOf(rumour.state()));
    }

    private static List<Rumour> rumours(ByteReader in) throws MalformedBytesException {
        return ValueCodec.list(in, MAX_RUMOURS, MessageCodec::rumour);
    }

    private static Rumour rumour(ByteReader in) throws MalformedBytesException {
        long id = in.i64();
        int incarnation = in.count();
        int state = in.u8();
        if (state >= STATES.size()) {
            throw new MalformedBytesException("no state " + state);
        }
        return new Rumour(id, incarnation, STATES.get(state));
    }

    private static boolean flag(ByteReader in) throws MalformedBytesException {
        int flag = in.u8();
        if (flag > 1) {
            throw new MalformedBytesException(flag + " is neither yes nor no");
        }
        return flag == 1;
    }

    static <T> void list(List<T> list, BiConsumer<T, ByteWriter> element, ByteWriter out) {
        out.u8(list.size());
        list.forEach(each -> element.accept(each, out));
    }
}

package org.fastsend.overlay.message;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.peer.Reach;

/// The fields that overlay messages are made of (docs/wire.md, "Overlay").
final class ValueCodec {
    static final float MAX_RTT_MILLIS = 10_000;

    private static final int V4 = 4;
    private static final int V6 = 6;
    private static final float AXIS_STEPS = 20;
    private static final float FINE_STEPS = 100;
    private static final int ERROR_STEPS = 255;
    private static final int REACH_BITS = 2;
    private static final int REACH_MASK = 3;
    /// An offer is told in quarters of a power of two.
    private static final int STEPS_PER_DOUBLING = 4;

    /// A value's place is its code.
    private static final List<Reach> REACHES = List.of(Reach.PUBLIC, Reach.PUNCHABLE, Reach.RELAYED);

    private ValueCodec() {}

    /// One element of a list.
    interface Reads<T> {
        T read(ByteReader in) throws MalformedBytesException;
    }

    static <T> List<T> list(ByteReader in, int most, Reads<T> element) throws MalformedBytesException {
        int size = in.u8();
        if (size > most) {
            throw new MalformedBytesException(size + " elements where " + most + " are the most");
        }
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.read(in));
        }
        return list;
    }

    static void endpoint(Endpoint endpoint, ByteWriter out) {
        if (endpoint.isV4()) {
            out.u8(V4).u32(endpoint.low() & 0xffff_ffffL);
        } else {
            out.u8(V6).i64(endpoint.high()).i64(endpoint.low());
        }
        out.u16(endpoint.port());
    }

    static Endpoint endpoint(ByteReader in) throws MalformedBytesException {
        return switch (in.u8()) {
            case V4 -> Endpoint.v4((int) in.u32(), in.u16());
            case V6 -> new Endpoint(in.i64(), in.i64(), in.u16());
            default -> throw new MalformedBytesException("no kind of address at byte " + in.position());
        };
    }

    static void coordinate(Coordinate at, ByteWriter out) {
        for (int i = 0; i < Coordinate.DIMENSIONS; i++) {
            out.u16(Math.round(at.axis(i) * AXIS_STEPS) & 0xffff);
        }
        out.varint(Math.round(at.height() * FINE_STEPS));
        out.u8(Math.round(at.error() * ERROR_STEPS));
    }

    static Coordinate coordinate(ByteReader in) throws MalformedBytesException {
        float x = axis(in);
        float y = axis(in);
        float z = axis(in);
        float w = axis(in);
        float height = in.varint((long) (Coordinate.MAX_MILLIS * FINE_STEPS)) / FINE_STEPS;
        return new Coordinate(x, y, z, w, height, in.u8() / (float) ERROR_STEPS);
    }

    private static float axis(ByteReader in) throws MalformedBytesException {
        float millis = (short) in.u16() / AXIS_STEPS;
        if (Math.abs(millis) > Coordinate.MAX_MILLIS) {
            throw new MalformedBytesException("a coordinate beyond the earth at byte " + in.position());
        }
        return millis;
    }

    /// NaN is told as 0; longer times than the bound as the bound.
    static void rtt(float millis, ByteWriter out) {
        out.varint(Float.isNaN(millis) ? 0 : 1 + (long) (Math.min(millis, MAX_RTT_MILLIS) * FINE_STEPS + 0.5f));
    }

    static float rtt(ByteReader in) throws MalformedBytesException {
        long told = in.varint(1 + (long) (MAX_RTT_MILLIS * FINE_STEPS));
        return told == 0 ? Float.NaN : (told - 1) / FINE_STEPS;
    }

    static void contact(Contact contact, ByteWriter out) {
        out.i64(contact.id());
        endpoint(contact.endpoint(), out);
        out.u32(Integer.toUnsignedLong(contact.operator())).varint(contact.incarnation());
        out.u8(REACHES.indexOf(contact.reach()) | contact.rendezvous().size() << REACH_BITS);
        for (Endpoint rendezvous : contact.rendezvous()) {
            endpoint(rendezvous, out);
        }
        coordinate(contact.coordinate(), out);
        out.u8(steps(contact.offer().freeBytes()));
        out.u8(steps(contact.offer().bitsPerSecond()));
    }

    static Contact contact(ByteReader in) throws MalformedBytesException {
        long id = in.i64();
        Endpoint endpoint = endpoint(in);
        int operator = (int) in.u32();
        int incarnation = in.count();
        int flags = in.u8();
        int reach = flags & REACH_MASK;
        int through = flags >> REACH_BITS;
        if (id == 0 || reach >= REACHES.size() || through > Contact.MAX_RENDEZVOUS) {
            throw new MalformedBytesException("no contact at byte " + in.position());
        }
        List<Endpoint> rendezvous = new ArrayList<>(through);
        for (int i = 0; i < through; i++) {
            rendezvous.add(endpoint(in));
        }
        return new Contact(
                id,
                endpoint,
                operator,
                incarnation,
                REACHES.get(reach),
                rendezvous,
                coordinate(in),
                new Offer(amount(in.u8()), amount(in.u8())));
    }

    static void goal(Goal goal, ByteWriter out) {
        endpoint(goal.target(), out);
        rtt(goal.withinMillis(), out);
    }

    static Goal goal(ByteReader in) throws MalformedBytesException {
        Endpoint target = endpoint(in);
        float within = rtt(in);
        if (Float.isNaN(within)) {
            throw new MalformedBytesException("a goal without limit at byte " + in.position());
        }
        return new Goal(target, within);
    }

    static void ranked(Ranked ranked, ByteWriter out) {
        contact(ranked.contact(), out);
        out.u8(ranked.rttMillis().size());
        ranked.rttMillis().forEach(rtt -> rtt(rtt, out));
    }

    static Ranked ranked(ByteReader in) throws MalformedBytesException {
        return new Ranked(contact(in), list(in, Query.MAX_GOALS, ValueCodec::rtt));
    }

    /// Rounded down, so that nobody promises more than they have.
    private static int steps(long amount) {
        int steps = 0;
        while (steps < 0xff && amount(steps + 1) <= amount) {
            steps++;
        }
        return steps;
    }

    private static long amount(int steps) {
        return steps == 0 ? 0 : (long) Math.pow(2, (double) (steps - 1) / STEPS_PER_DOUBLING);
    }
}

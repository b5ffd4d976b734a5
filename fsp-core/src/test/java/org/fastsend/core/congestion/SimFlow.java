package org.fastsend.core.congestion;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.fastsend.core.congestion.SimWorld.Link;

/// A bulk sender behind a controller and a pacer, and its receiver that reports on a clock.
final class SimFlow {
    final SimWorld world;
    final List<Link> links;
    final Controller controller;
    final int datagramBytes;
    long forwardNanos;
    long reverseNanos;
    double loss;
    double reverseLoss;
    long clockOffsetNanos = 7_000_000_000L;
    double clockSkew;
    /// Extra delay of the reverse path at a time.
    LongUnaryOperator reverseQueue = t -> 0;
    long storageBytesPerSecond = Long.MAX_VALUE;
    /// Whether a packet is only declared lost by the report after the one that misses it, as by the real machine.
    boolean lossesAreKnownLate;

    private final Pacer pacer;
    private long[] sentNanos = new long[1 << 16];
    private long[] arrivalNanos = new long[1 << 16];
    private long head;
    private long next;
    private long wakeNanos = Long.MAX_VALUE;
    boolean stopped;

    // receiver
    private long digestedTo;
    private long min = Report.NONE;
    private long max = Report.NONE;
    private double sum;
    private long count;
    private long newDelivered;
    private long newLost;
    private long missing;
    private long intervalStart;
    private long lastReportArrival;
    private long newest = -1;
    private long lastArrival;
    private long inflightPackets;

    long sent;
    long delivered;
    long lost;
    long overflow;

    SimFlow(SimWorld world, List<Link> links, Controller controller, int datagramBytes, long rttNanos) {
        this.world = world;
        this.links = links;
        this.controller = controller;
        this.datagramBytes = datagramBytes;
        this.forwardNanos = rttNanos / 2;
        this.reverseNanos = rttNanos - rttNanos / 2;
        this.pacer = new Pacer(world.now);
        world.flows.add(this);
    }

    void start(long atNanos) {
        world.at(atNanos, () -> {
            intervalStart = world.now;
            wake();
            world.at(world.now + forwardNanos + reportInterval(), this::report);
        });
    }

    private long reportInterval() {
        return Math.clamp((forwardNanos + reverseNanos) / 8, 5_000_000L, 20_000_000L);
    }

    private void wakeAt(long atNanos) {
        if (atNanos < wakeNanos) {
            wakeNanos = atNanos;
            world.at(atNanos, () -> {
                if (world.now >= wakeNanos) {
                    wakeNanos = Long.MAX_VALUE;
                    wake();
                }
            });
        }
    }

    private void wake() {
        if (stopped) {
            return;
        }
        if (controller.nextDeadlineNanos() <= world.now) {
            controller.handleTimer(world.now);
        }
        if (controller.asksForReport()) {
            sendPing();
        }
        while (true) {
            long rate = controller.rateBytesPerSecond();
            long quantum = controller.quantumNanos();
            if (inflightPackets * datagramBytes >= controller.inflightCapBytes()) {
                wakeAt(controller.nextDeadlineNanos());
                return;
            }
            int burst = pacer.burstDatagrams(rate, quantum, controller.creditNanos(), datagramBytes, world.now);
            if (burst == 0) {
                long at = Math.max(world.now + 1000, pacer.nextBurstNanos(rate, quantum, datagramBytes, world.now));
                wakeAt(Math.min(at, Math.max(world.now + 1000, controller.nextDeadlineNanos())));
                return;
            }
            for (int i = 0; i < burst; i++) {
                sendOne();
            }
            pacer.spend((long) burst * datagramBytes);
        }
    }

    private void sendOne() {
        long pn = next++;
        int at = slot(pn);
        sentNanos[at] = world.now;
        arrivalNanos[at] = Long.MAX_VALUE;
        controller.handleSent(pn, datagramBytes, world.now);
        sent++;
        inflightPackets++;
        through(0, pn);
    }

    /// A packet that the receiver reports on at once; it waits for no burst.
    private void sendPing() {
        long pn = next;
        sendOne();
        pacer.spend((long) datagramBytes);
        long arrival = arrivalNanos[slot(pn)];
        if (arrival > 0 && arrival < Long.MAX_VALUE) {
            world.at(arrival, this::reportNow);
        }
    }

    private int slot(long pn) {
        if (pn - head >= sentNanos.length) {
            long[] s = new long[sentNanos.length * 2];
            long[] a = new long[sentNanos.length * 2];
            for (long i = head; i < pn; i++) {
                s[(int) (i & (s.length - 1))] = sentNanos[(int) (i & (sentNanos.length - 1))];
                a[(int) (i & (s.length - 1))] = arrivalNanos[(int) (i & (sentNanos.length - 1))];
            }
            sentNanos = s;
            arrivalNanos = a;
        }
        return (int) (pn & (sentNanos.length - 1));
    }

    private void through(int link, long pn) {
        long departs = links.get(link).offer(datagramBytes);
        if (departs < 0) {
            overflow++;
            arrivalNanos[slot(pn)] = -1;
        } else if (link + 1 < links.size()) {
            world.at(departs, () -> through(link + 1, pn));
        } else if (loss > 0 && world.random.nextDouble() < loss) {
            arrivalNanos[slot(pn)] = -1;
        } else {
            lastArrival = Math.max(lastArrival, departs + forwardNanos);
            arrivalNanos[slot(pn)] = lastArrival;
        }
    }

    private long receiverClock(long t) {
        return t + clockOffsetNanos + (long) (t * clockSkew);
    }

    private void report() {
        if (stopped) {
            return;
        }
        reportNow();
        world.at(world.now + reportInterval(), this::report);
    }

    /// The receiver looks at what arrived and sends a report.
    private void reportNow() {
        long now = world.now;
        long last = -1;
        for (long pn = digestedTo; pn < next; pn++) {
            long a = arrivalNanos[slot(pn)];
            if (a == -1) {
                continue;
            }
            if (a > now) {
                break;
            }
            last = pn;
        }
        for (long pn = digestedTo; pn <= last; pn++) {
            int at = slot(pn);
            if (arrivalNanos[at] == -1) {
                newLost++;
                continue;
            }
            newDelivered++;
            delivered++;
            long owd = receiverClock(arrivalNanos[at]) - sentNanos[at];
            min = min == Report.NONE ? owd : Math.min(min, owd);
            max = max == Report.NONE ? owd : Math.max(max, owd);
            sum += owd;
            count++;
            newest = pn;
        }
        if (last >= 0) {
            digestedTo = last + 1;
        }
        sendReport(now);
        min = Report.NONE;
        max = Report.NONE;
        sum = 0;
        count = 0;
    }

    private void sendReport(long now) {
        if (world.random.nextDouble() < reverseLoss || newest < 0) {
            return;
        }
        long d = newDelivered;
        long l = lossesAreKnownLate ? missing : newLost;
        long overtaken = lossesAreKnownLate ? newLost : 0;
        newDelivered = 0;
        missing = newLost;
        newLost = 0;
        long interval = Math.max(1, now - intervalStart);
        intervalStart = now;
        long fmin = min;
        long fmean = count == 0 ? Report.NONE : (long) (sum / count);
        long fmax = max;
        long pn = newest;
        long sentAt = sentNanos[slot(pn)];
        long waited = now - arrivalNanos[slot(pn)];
        long to = digestedTo;
        long reverse = reverseNanos + reverseQueue.applyAsLong(now);
        lastReportArrival = Math.max(lastReportArrival, now + reverse);
        long receiverNow = receiverClock(now);
        world.at(lastReportArrival, () -> {
            head = Math.max(head, Math.min(to, pn));
            lost += l;
            inflightPackets -= d + l;
            controller.handleReport(
                    new Report(
                            d * datagramBytes,
                            (int) d,
                            l * datagramBytes,
                            (int) l,
                            0,
                            (int) overtaken,
                            sentAt,
                            pn,
                            fmin,
                            fmean,
                            fmax,
                            (int) d,
                            world.now - receiverNow,
                            world.now - sentAt - waited,
                            interval,
                            inflightPackets * datagramBytes,
                            storageBytesPerSecond,
                            Long.MAX_VALUE,
                            0,
                            false),
                    world.now);
            wakeNanos = Math.min(wakeNanos, Long.MAX_VALUE);
            wakeAt(world.now);
        });
    }
}

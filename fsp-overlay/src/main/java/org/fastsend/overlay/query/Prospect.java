package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;

/// A member that a search knows of: how far others say that it is from them, and its own round-trip times to the
/// targets once it was asked. Not thread-safe.
final class Prospect {
    /// What it may be told about: the nearest reporters count.
    private static final int MAX_REPORTS = 8;

    /// Whoever lies so many times farther than it should, and by so much, lies somewhere else.
    private static final double REFUTED = 2;

    private static final double REFUTED_MILLIS = 10;
    /// A place that is so far off was true for nobody.
    private static final double ELSEWHERE_MILLIS = 20;

    enum State {
        NEW,
        ASKED,
        ANSWERED,
        SILENT
    }

    /// How far it is from a member that was asked.
    record Report(Prospect from, float rttMillis) {}

    private Contact contact;
    private final List<Report> reports = new ArrayList<>();
    private final float[] rttMillis;
    private State state = State.NEW;
    private int depth;
    private boolean doubted;
    private final boolean[] certain;
    private boolean late;
    private long heardAfterNanos = Long.MAX_VALUE;
    private long askedNanos;
    private boolean naming;
    private boolean misplaced;
    /// Whether it ever was: it may say later where it lies indeed.
    private boolean misled;
    private boolean confirmed;
    /// Who had named it when it was asked.
    private List<Prospect> vouchers = List.of();

    /// Who has said first where it lies.
    private Optional<Prospect> introducer = Optional.empty();

    private final Credit credit = new Credit();
    private double likely = Double.POSITIVE_INFINITY;
    private double hopeful = Double.POSITIVE_INFINITY;
    private double putOff = 1;

    Prospect(Contact contact, int targets) {
        this.contact = contact;
        rttMillis = new float[targets];
        certain = new boolean[targets];
        Arrays.fill(rttMillis, Float.NaN);
    }

    Contact contact() {
        return contact;
    }

    long id() {
        return contact.id();
    }

    State state() {
        return state;
    }

    void asked(long nowNanos) {
        state = State.ASKED;
        askedNanos = nowNanos;
        vouchers = reports.stream().map(Report::from).toList();
        vouchers.forEach(from -> from.credit.vouched());
    }

    /// It should have answered by now.
    void late() {
        late = true;
    }

    /// It is asked again, as what was sent may be lost.
    void askedAgain(long nowNanos) {
        askedNanos = nowNanos;
    }

    /// It has answered, if not a probe.
    void heard(long nowNanos) {
        heardAfterNanos = Math.min(heardAfterNanos, nowNanos - askedNanos);
    }

    /// How soon it has answered after it was asked; `Long.MAX_VALUE` if it has not.
    long heardAfterNanos() {
        return heardAfterNanos;
    }

    /// When it was asked, or asked again.
    long askedNanos() {
        return askedNanos;
    }

    boolean isLate() {
        return late;
    }

    boolean isAsked() {
        return state == State.ASKED;
    }

    void silent() {
        state = State.SILENT;
        vouchers.forEach(from -> from.credit.settled());
    }

    /// @param nowCertain which of the times nobody has to take its word for
    void answered(List<Float> times, List<Boolean> nowCertain) {
        state = State.ANSWERED;
        late = false;
        measured(times, nowCertain);
    }

    /// It was measured again.
    ///
    /// @param nowCertain which of the times nobody has to take its word for any more
    void confirmed(List<Float> times, List<Boolean> nowCertain) {
        confirmed = true;
        measured(times, nowCertain);
    }

    private void measured(List<Float> times, List<Boolean> nowCertain) {
        for (int i = 0; i < rttMillis.length; i++) {
            rttMillis[i] = times.get(i);
            certain[i] |= nowCertain.get(i);
        }
    }

    void gone() {
        state = State.SILENT;
    }

    /// Whether its time to a target is no claim of its own.
    boolean isCertain(int goal) {
        return certain[goal];
    }

    /// Whether none of its times is.
    boolean isCertain() {
        for (boolean one : certain) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    /// Whether it was measured again.
    boolean isConfirmed() {
        return confirmed;
    }

    /// Whether it is still to name others.
    boolean isNaming() {
        return naming;
    }

    void naming(boolean now) {
        naming = now;
    }

    /// It was measured: those who named it spoke true, or not.
    ///
    /// @param scoreMillis how well it lies
    /// @param promisedMillis how well it should have, by what was said of it; infinite if nobody could tell
    void bearOut(double scoreMillis, double promisedMillis) {
        misplaced = isRefuted(scoreMillis, promisedMillis);
        misled |= misplaced;
        for (Prospect from : vouchers) {
            from.credit.settled();
            from.credit.proved(!misplaced);
        }
    }

    /// It lies farther away than it said: those who named it did not speak true either.
    void reconsider(double scoreMillis) {
        if (!misplaced && isRefuted(scoreMillis, likely)) {
            misplaced = true;
            misled = true;
            vouchers.forEach(from -> from.credit.revised());
        }
    }

    private static boolean isRefuted(double scoreMillis, double promisedMillis) {
        return promisedMillis < Double.POSITIVE_INFINITY && scoreMillis > REFUTED * promisedMillis + REFUTED_MILLIS;
    }

    /// It says itself where it lies. If it was not found where it was said to be, that shows who said so.
    void placed(Coordinate at) {
        if (misplaced && contact.coordinate().isKnown() && isElsewhere(contact.coordinate(), at)) {
            introducer.ifPresent(from -> from.credit.lied());
        }
        contact = contact.at(at);
        misplaced = false;
    }

    /// Whether the probe of it was wasted on what others had said of it.
    boolean hasMisled() {
        return misled;
    }

    /// Whether it is where it was said to be.
    boolean isPlaced() {
        return contact.coordinate().isKnown() && !misplaced;
    }

    /// By what lies between them, not by their access links.
    private static boolean isElsewhere(Coordinate said, Coordinate at) {
        return said.millisTo(at) - said.height() - at.height() > ELSEWHERE_MILLIS;
    }

    /// Whether it is not to be trusted, after what it has said of others.
    boolean isExposed() {
        return credit.isExposed();
    }

    /// Whether nobody who named it is to be believed, for now.
    boolean isHearsay() {
        return !reports.isEmpty() && reports.stream().noneMatch(report -> report.from.credit.isGood());
    }

    /// NaN for targets that it has not measured.
    float[] rttMillis() {
        return rttMillis;
    }

    boolean hasMeasured() {
        for (float rtt : rttMillis) {
            if (Float.isNaN(rtt)) {
                return false;
            }
        }
        return state == State.ANSWERED;
    }

    /// Whether others' reports say that its own cannot be true.
    boolean isDoubted() {
        return doubted;
    }

    void doubted(boolean now) {
        doubted = now;
    }

    /// As an answer names it.
    Ranked ranked() {
        List<Float> times = new ArrayList<>(rttMillis.length);
        for (float rtt : rttMillis) {
            times.add(rtt);
        }
        return new Ranked(contact, times);
    }

    /// How many members one after the other had to be asked to come to know it.
    int depth() {
        return depth;
    }

    List<Report> reports() {
        return reports;
    }

    void reported(Prospect from, float rtt) {
        if (Float.isNaN(rtt) || reports.stream().anyMatch(r -> r.from() == from)) {
            return;
        }
        if (reports.isEmpty()) {
            depth = from.depth + 1;
            introducer = Optional.of(from);
        }
        reports.add(new Report(from, rtt));
        if (reports.size() > MAX_REPORTS) {
            Report farthest = reports.getFirst();
            for (Report report : reports) {
                farthest = report.rttMillis() > farthest.rttMillis() ? report : farthest;
            }
            reports.remove(farthest);
        }
    }

    /// Milliseconds beyond what is wanted, by the likely estimate.
    double likely() {
        return likely;
    }

    /// Milliseconds beyond what is wanted, by the hopeful estimate.
    double hopeful() {
        return hopeful;
    }

    /// How late its turn is by the likely estimate: the less the sooner.
    double likelyTurn() {
        return likely * putOff;
    }

    /// The same by the hopeful estimate.
    double hopefulTurn() {
        return hopeful * putOff;
    }

    /// Others in its place were asked in vain: it is so many times less promising.
    void putOff(double times) {
        putOff = times;
    }

    void estimated(double nowLikely, double nowHopeful) {
        likely = nowLikely;
        hopeful = nowHopeful;
    }
}

package org.fastsend.core.congestion;

/// FSP's own controller; docs/udp-channel.md explains it.
final class FspController implements Controller {
    static final double SECOND = 1e9;
    private static final long MS = 1_000_000;

    private int datagramBytes;
    private final ForwardDelay delay = new ForwardDelay();
    private final TargetQueue aim = new TargetQueue();
    private final LossResponse response = new LossResponse(aim);
    private final LossClassifier losses = response.classifier();
    private final Drain drain = new Drain(new Newcomer());
    private final Company company = new Company(drain);
    private final Round round = new Round();
    private final WindowRate pace = new WindowRate();
    private final QueueLaw law = new QueueLaw();
    private final QueueWatch queues = new QueueWatch();
    private final SeekSchedule seeks = new SeekSchedule();
    private final ControlLoop loop = new ControlLoop(delay);
    private final FlightCap flight = new FlightCap(ControlLoop.LAG_NANOS);
    private final StartUp startUp;
    private final CapacityProbe probe;
    private final RateRules rules;

    private boolean starting = true;
    private double boost = 1;
    private long boostDeadlineNanos = Long.MAX_VALUE;
    private double window;
    private double networkRate;
    private long nextPacket;
    private long reportNanos;
    private long inflightBytes;

    FspController(RateSettings settings, int datagramBytes, long nowNanos) {
        this.datagramBytes = datagramBytes;
        this.rules = new RateRules(settings, datagramBytes);
        this.startUp = new StartUp(datagramBytes);
        this.probe = new CapacityProbe(datagramBytes);
        reportNanos = nowNanos;
        drain.restart(nowNanos);
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {
        nextPacket = packetNumber + 1;
        if (starting) {
            startUp.handleSent(packetNumber, bytes, nowNanos);
        } else {
            probe.handleSent(packetNumber, bytes, nowNanos);
            boost(nowNanos);
            company.handleSent(packetNumber, bytes, nowNanos);
        }
    }

    @Override
    public void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
        startUp.handleDatagramBytes(bytes);
        probe.handleDatagramBytes(bytes);
    }

    @Override
    public void handleReport(Report report, long nowNanos) {
        delay.handleReport(report, nowNanos);
        aim.shift(delay.baseShiftNanos());
        boolean drained = drain.handleArrivals(report);
        response.handleReport(report, networkRate, datagramBytes, delay.baseRttNanos(), drained, nowNanos);
        inflightBytes = report.inflightBytes();
        flight.handleReport(delay.rttNanos(), nowNanos - reportNanos);
        rules.storage(report.storageBytesPerSecond());
        double elapsed = nowNanos - reportNanos;
        reportNanos = nowNanos;
        if (delay.baseRttNanos() == 0) {
            return;
        }
        window *= loop.handleReport(elapsed);
        if (starting) {
            start(report, nowNanos);
        } else {
            cruise(report, elapsed, nowNanos);
        }
    }

    private void start(Report report, long nowNanos) {
        startUp.handleReport(report, delay, losses, rules.ceiling(), nowNanos);
        networkRate = startUp.rateBytesPerSecond();
        if (startUp.done()) {
            starting = false;
            window = networkRate * loop.spanNanos(0) / SECOND;
            SearchEnd end = startUp.end();
            seeks.ended(networkRate, end.overflowed(), nowNanos);
            probe.found(networkRate, nowNanos);
            if (end.overflowNanos() > 0) {
                aim.suspect((double) end.overflowNanos(), probe.bottleneck(networkRate), nowNanos);
            }
            round.begin(nextPacket);
            pace.begin(nextPacket);
            drain.restart(nowNanos);
            window = response.started(window, end, report.overtakenPackets(), loop.spanNanos(0), nextPacket);
        }
    }

    private void cruise(Report report, double elapsed, long nowNanos) {
        double queue = delay.queueNanos();
        double span = loop.spanNanos(queue);
        double rate = window * SECOND / span;
        Bottleneck link = probe.bottleneck(rate);
        double target = targetNanos(link, nowNanos);
        judgeLoss(report, link, target, elapsed, nowNanos);
        if (!company.disturbs(nowNanos)) {
            adjust(report.appLimited(), link, target, elapsed, nowNanos);
        }
        listen(report, link, target, nowNanos);
        double empty = Math.min(target, link.aloneNanos()) / 8;
        delay.age(empty, nowNanos);
        company.handleReport(sight(link, target, empty), nowNanos);
        round.handleReport(delay.latestNanos(), report.appLimited() || rules.ceiling() < rate);
        if (round.isOver(report.newestPacketNumber())) {
            endRound(report, link, target, nowNanos);
        }
        pace.handleQueue(queue, span, elapsed);
        pace(report, rate, nowNanos);
        handleTimer(nowNanos);
    }

    /// What comes back of probes and soundings.
    private void listen(Report report, Bottleneck link, double target, long nowNanos) {
        double queue = delay.queueNanos();
        boolean usual = !company.disturbs(nowNanos) && !losses.onTrial() && queue > 0.3 * target;
        probe.handleRivals(company.isRival());
        probe.handleReport(report, delay, link.rateBytesPerSecond(), aim.highNanos(link), usual, nowNanos);
        FlatProbes flat = probe.flatProbes();
        if (flat.showIdleLink() && queue > target / 2) {
            delay.rebase();
        }
        flat.fullNanos().ifPresent(nanos -> aim.filled(nanos, link, nowNanos));
        company.echo(report, delay.peakNanos(), losses.confidentBaseline())
                .ifPresent(nanos -> aim.filled(nanos, link, nowNanos));
    }

    /// The rate that spends the window.
    private void pace(Report report, double rate, long nowNanos) {
        double usualRate = pace.usual(window, (double) delay.queueNanos(), loop.spanNanos(0));
        if (drain.isOn(nowNanos)) {
            pace.begin(nextPacket + 1); // at the earliest
            probe.handleDrain(nowNanos);
        }
        if (company.isActing(nowNanos) || response.isBare()) {
            networkRate = company.rate(usualRate, nowNanos);
        } else {
            networkRate = usualRate
                    * pace.correction(
                            window,
                            (double) inflightBytes,
                            rate * loop.unreportedNanos() / SECOND,
                            report.newestPacketNumber());
        }
    }

    /// The law, with bounds to what it may do at once.
    private void adjust(boolean appLimited, Bottleneck link, double target, double elapsed, long nowNanos) {
        double queue = delay.queueNanos();
        double span = loop.spanNanos(queue);
        double rate = link.rateBytesPerSecond();
        // Not on trial: its target is not one that shares are to be equal at.
        double step = law.step(rate, queue, target, span, delay.lagNanos(), !losses.onTrial(), elapsed);
        if (queue < target / 4) {
            step = Math.max(step, response.growth(rate, nowNanos) * window * elapsed / span);
        }
        double most = response.mostGrowth(elapsed, span, seeks.isAllowed(nowNanos)) * window;
        window += appLimited ? Math.min(step, 0) : Math.min(step, most);
        window = Math.clamp(window, 2.0 * datagramBytes, Math.max(2.0 * datagramBytes, roomy(span)));
    }

    /// More window than what other rules let it use would be a surprise to the path when they are lifted.
    private double roomy(double span) {
        return 1.25 * rules.ceiling() / SECOND * span;
    }

    /// Looks for more when the path shows no queue though it should; ever more rarely if there is nothing to be found.
    private void endRound(Report report, Bottleneck link, double target, long nowNanos) {
        double rate = link.rateBytesPerSecond();
        boolean empty = round.isBelow(Math.max(target / 4, Math.min(target / 2, Bottleneck.NOISE_NANOS)));
        response.handleRound(empty, round.isBelow(link.noiseNanos()), rate);
        boolean usual = !company.disturbs(nowNanos) && !losses.onTrial();
        boolean quiet = usual && !round.isLimited() && empty && !response.isPoliced();
        company.handleRound(link.part(), nowNanos);
        seeks.handleRound(quiet);
        round.begin(nextPacket);
        if (seeks.isDue(nowNanos) && rate < rules.ceiling()) {
            seeks.begin(rate);
            startUp.resume(rate, report.overtakenPackets(), nowNanos);
            starting = true;
        }
    }

    private void judgeLoss(Report report, Bottleneck link, double target, double elapsed, long nowNanos) {
        if (report.maxForwardNanos() != Report.NONE) {
            aim.stood(delay.peakNanos(), delay.queueNanos(), elapsed);
        }
        double little = Math.min(0.3 * target, MS + 2 * link.datagramNanos());
        QueueView queue = queues.view(report, delay, aim.highNanos(link), little, link.datagramNanos(), drain);
        long packets = (long) (link.rateBytesPerSecond() / datagramBytes * delay.rttNanos() / SECOND);
        company.handleLoss(report, losses.baseline(), nowNanos);
        boolean disturbed = company.disturbs(nowNanos);
        switch (response.judge(report, queue, disturbed, !seeks.isAllowed(nowNanos), packets)) {
            case SUSPICION -> suspect(link, nowNanos);
            case RANDOM -> window = response.acquitted(window);
            case OVERFLOW -> overflowed(link, nowNanos);
            case UNDECIDED, NOTHING -> {}
        }
    }

    private void suspect(Bottleneck link, long nowNanos) {
        seeks.suspected(loop.spanNanos(0), nowNanos);
        if (company.isRival()) {
            window = response.filledByRivals(nextPacket, link, window, nowNanos);
            return;
        }
        double arrived = response.tryFrom(nextPacket, round.isBelow(link.noiseNanos()), link, window, nowNanos);
        double target = response.isUnqueued() ? 0 : targetNanos(probe.bottleneck(arrived), nowNanos);
        window = Math.min(window, LossResponse.TRIAL * arrived * loop.spanNanos(target) / SECOND);
    }

    private void overflowed(Bottleneck link, long nowNanos) {
        window = response.overflowed(window, link, loop.spanNanos(0), nowNanos);
        if (response.isUnqueued()) {
            seeks.ended(response.arrivedBytesPerSecond(), true, nowNanos);
            probe.exceeded(response.arrivedBytesPerSecond());
        }
    }

    private double targetNanos(Bottleneck link, long nowNanos) {
        double part = link.part() / rules.share() / company.push();
        return aim.nanos(link, part, losses.onTrial(), nowNanos);
    }

    private Company.Sight sight(Bottleneck link, double target, double empty) {
        double queue = delay.queueNanos();
        boolean usual = queue > target / 3 && !losses.onTrial() && !response.isPoliced();
        long lag = delay.baseRttNanos() + (long) loop.reverseNanos() + delay.windowNanos();
        double high = aim.highNanos(link);
        boolean mayFill = usual && high == 0;
        boolean roomy = high == 0 || high >= Rivalry.leastBufferNanos(link, delay.baseRttNanos());
        boolean heeds = roomy && !rules.yields();
        boolean full = roomy && aim.isFull(delay.peakNanos());
        return new Company.Sight(
                link, queue, loop.spanNanos(queue), lag, empty, delay.baseShiftNanos(), heeds, mayFill, full);
    }

    @Override
    public void handleTimer(long nowNanos) {
        if (starting) {
            startUp.handleTimer(nowNanos);
            networkRate = startUp.rateBytesPerSecond();
        }
        probe.handleTimer(nowNanos);
        boost(nowNanos);
    }

    private void boost(long nowNanos) {
        boost = probe.factor(nowNanos);
        boostDeadlineNanos = probe.nextDeadlineNanos(nowNanos);
    }

    @Override
    public long nextDeadlineNanos() {
        return starting ? startUp.nextDeadlineNanos() : boostDeadlineNanos;
    }

    @Override
    public boolean asksForReport() {
        return starting ? startUp.asksForReport() : probe.asksForReport();
    }

    @Override
    public void change(RateSettings settings, long nowNanos) {
        rules.change(settings);
    }

    @Override
    public void allot(long bytesPerSecond, long nowNanos) {
        rules.allot(bytesPerSecond);
    }

    @Override
    public long rateBytesPerSecond() {
        return rules.rate(starting ? startUp.rateBytesPerSecond() : networkRate * boost);
    }

    @Override
    public long inflightCapBytes() {
        long knownRttNanos = delay.baseRttNanos() == 0 ? 0 : delay.rttNanos();
        return starting
                ? flight.searchingBytes(rateBytesPerSecond(), knownRttNanos, datagramBytes)
                : flight.cruisingBytes(rateBytesPerSecond(), datagramBytes);
    }

    @Override
    public long quantumNanos() {
        if (starting) {
            return Pacer.MAX_QUANTUM_NANOS / 4;
        }
        // A train may be shorter than a burst would be at its rate.
        return boost >= Train.FASTER ? 0 : Pacer.quantumNanos(aim.highNanos(probe.bottleneck(networkRate)));
    }

    @Override
    public long creditNanos() {
        return starting ? startUp.creditNanos() : 0;
    }

    @Override
    public Insight insight() {
        String phase = starting
                ? "start-up"
                : drain.isOn(reportNanos)
                        ? "drain"
                        : losses.onTrial() ? "trial" : company.isRival() ? "rival" : "cruise";
        return new Insight(
                rules.rule(networkRate),
                phase,
                rateBytesPerSecond(),
                (long) networkRate,
                delay.baseRttNanos(),
                delay.queueNanos(),
                losses.baseline());
    }

    /// How hard it pushes against rivals; 1 without any.
    double push() {
        return company.push();
    }

    /// The bottleneck's capacity in bytes a second as far as it is known; 0 if it is not.
    double capacity() {
        return probe.bytesPerSecond();
    }
}

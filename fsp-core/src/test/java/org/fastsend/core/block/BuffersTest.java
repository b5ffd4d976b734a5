package org.fastsend.core.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
@SuppressWarnings("ByteBufferBackingArray") // the array is what identifies a lent buffer
class BuffersTest {
    private static final int MIB = 1 << 20;

    @Test
    void lentBufferIsClearedBigEndianAndAtTheStartOfItsArray() throws InterruptedException {
        Buffers buffers = new Buffers(64 * MIB);
        ByteBuffer first = buffers.take(MIB + 100);
        first.order(ByteOrder.LITTLE_ENDIAN).position(5).limit(9);
        buffers.give(first);
        ByteBuffer again = buffers.take(MIB + 50);
        assertSame(first.array(), again.array());
        assertEquals(0, again.arrayOffset());
        assertEquals(0, again.position());
        assertEquals(MIB + 50, again.limit());
        assertEquals(ByteOrder.BIG_ENDIAN, again.order());
    }

    @Test
    void sizeClassesWasteAnEighthAtMost() throws InterruptedException {
        Buffers buffers = new Buffers(1L << 40);
        for (int bytes : new int[] {4097, 65_537, MIB, MIB + 1, MIB + 77, 3 * MIB + 5, 8 * MIB + 70, 64 * MIB}) {
            int capacity = buffers.take(bytes).capacity();
            assertTrue(capacity >= bytes && capacity <= bytes + bytes / 8 + 1, bytes + " in " + capacity);
        }
        assertEquals(MIB, buffers.take(MIB).capacity());
        assertEquals(4096, buffers.take(0).capacity());
    }

    @Test
    void takingWaitsUntilEnoughCameBack() throws Exception {
        Buffers buffers = new Buffers(2 * MIB);
        ByteBuffer first = buffers.take(MIB);
        ByteBuffer second = buffers.take(MIB);
        CompletableFuture<ByteBuffer> third = new CompletableFuture<>();
        Thread taker = Thread.ofVirtual().start(() -> complete(third, buffers));
        awaitWaiting(taker);
        assertEquals(2 * MIB, buffers.lentBytes());
        buffers.give(first);
        assertSame(first.array(), third.get(10, TimeUnit.SECONDS).array());
        buffers.give(second);
        buffers.give(third.get());
        assertEquals(0, buffers.lentBytes());
    }

    @Test
    void bufferLargerThanTheBoundIsLentAlone() throws InterruptedException {
        Buffers buffers = new Buffers(MIB);
        ByteBuffer large = buffers.take(3 * MIB);
        assertEquals(3 * MIB, large.remaining());
        buffers.give(large);
        assertNotSame(large.array(), buffers.take(3 * MIB).array(), "beyond the bound nothing is kept");
    }

    @Test
    void interruptedTakerLeavesNothingBehind() throws Exception {
        Buffers buffers = new Buffers(MIB);
        ByteBuffer all = buffers.take(MIB);
        AtomicReference<String> outcome = new AtomicReference<>("");
        Thread taker = Thread.ofPlatform().start(() -> {
            try {
                buffers.take(1);
            } catch (InterruptedException _) {
                outcome.set("interrupted");
            }
        });
        awaitWaiting(taker);
        taker.interrupt();
        taker.join();
        assertEquals("interrupted", outcome.get());
        assertEquals(MIB, buffers.lentBytes());
        buffers.give(all);
        assertEquals(0, buffers.lentBytes());
    }

    @Test
    void givingBackTwiceOrWhatWasNeverLentIsRefused() throws InterruptedException {
        Buffers buffers = new Buffers(MIB);
        ByteBuffer buffer = buffers.take(5000);
        buffers.give(buffer);
        assertThrows(IllegalStateException.class, () -> buffers.give(buffer));
        assertThrows(IllegalStateException.class, () -> buffers.give(ByteBuffer.allocate(4096)));
        assertEquals(0, buffers.lentBytes());
    }

    @Test
    void whoHasDoneItsWorkKeepsNoMemory() throws InterruptedException {
        Buffers buffers = new Buffers(64 * MIB);
        ByteBuffer late = buffers.take(MIB);
        buffers.give(buffers.take(5000));
        assertTrue(buffers.idleBytes() > 0);

        buffers.keepNone();

        assertEquals(0, buffers.idleBytes());
        buffers.give(late);
        assertEquals(0, buffers.idleBytes());
        assertEquals(0, buffers.lentBytes());
        assertNotSame(late.array(), buffers.take(MIB).array());
    }

    @Test
    void viewOfALentBufferMayBeGivenBack() throws InterruptedException {
        Buffers buffers = new Buffers(MIB);
        ByteBuffer buffer = buffers.take(5000);
        buffers.give(buffer.slice(100, 50));
        assertEquals(0, buffers.lentBytes());
        assertSame(buffer.array(), buffers.take(5000).array());
    }

    @Test
    void sizesOutOfRangeAreRefused() {
        Buffers buffers = new Buffers(MIB);
        assertThrows(IllegalArgumentException.class, () -> buffers.take(-1));
        assertThrows(IllegalArgumentException.class, () -> buffers.take(Integer.MAX_VALUE));
    }

    @Test
    void boundHoldsAndNoBufferHasTwoOwnersUnderLoad() throws Exception {
        Buffers buffers = new Buffers(8 * MIB);
        AtomicLong inUse = new AtomicLong();
        AtomicReference<String> wrong = new AtomicReference<>("");
        CountDownLatch done = new CountDownLatch(16);
        for (int worker = 0; worker < 16; worker++) {
            int id = worker;
            Thread.ofVirtual().start(() -> {
                try {
                    for (int round = 0; round < 300; round++) {
                        useOne(buffers, 1000 << (id + round) % 11, id, inUse, wrong);
                    }
                } catch (InterruptedException | RuntimeException e) {
                    wrong.set(e.toString());
                } finally {
                    done.countDown();
                }
            });
        }
        assertTrue(done.await(15, TimeUnit.SECONDS));
        assertEquals("", wrong.get());
        assertEquals(0, buffers.lentBytes());
    }

    @Test
    void aPartLendsNoMoreThanItLeavesToTheOthers() throws InterruptedException {
        Buffers whole = new Buffers(16 * MIB);
        Buffers greedy = whole.part();
        Buffers another = whole.part();
        assertEquals(8, takeAll(greedy));
        assertEquals(4, takeAll(another));
        assertEquals(12 * MIB, whole.lentBytes());
        assertEquals(4 * MIB, another.lentBytes());
        whole.take(MIB); // the whole itself is not held to that
    }

    @Test
    void norDoesItWithBuffersThatDoNotDivideWhatThereIs() throws InterruptedException {
        Buffers whole = new Buffers(128 * MIB);
        Buffers greedy = whole.part();
        int size = greedy.take(MIB + 100_000).capacity();
        while (greedy.tryTake(MIB + 100_000).isPresent()) {
            assertTrue(greedy.lentBytes() < 64 * MIB + size, greedy.lentBytes() + " bytes");
        }
        assertTrue(greedy.lentBytes() > 64 * MIB - size, greedy.lentBytes() + " bytes");
    }

    @Test
    void whatComesBackGoesToWhoHoldsLess() throws InterruptedException {
        Buffers whole = new Buffers(16 * MIB);
        Buffers greedy = whole.part();
        List<ByteBuffer> held = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            held.add(greedy.take(MIB));
        }
        Buffers another = whole.part();
        assertEquals(4, takeAll(another));
        greedy.give(held.getFirst());
        assertEquals(Optional.empty(), greedy.tryTake(MIB));
        assertEquals(1, takeAll(another));
        assertTrue(whole.part().tryTake(MIB).isPresent());
    }

    @Test
    void aPartOfAPartIsHeldToBoth() {
        Buffers whole = new Buffers(16 * MIB);
        Buffers transfer = whole.part();
        assertEquals(8, takeAll(transfer.part()) + takeAll(transfer.part()));
        assertEquals(8 * MIB, transfer.lentBytes());
    }

    @Test
    void oneLargeBufferPassesAPart() {
        Buffers part = new Buffers(16 * MIB).part();
        ByteBuffer large = part.tryTake(15 * MIB).orElseThrow();
        assertEquals(Optional.empty(), part.tryTake(MIB));
        part.give(large);
        assertTrue(part.tryTake(MIB).isPresent());
    }

    @Test
    void whatAPartLentGoesBackWhoeverGivesIt() {
        Buffers whole = new Buffers(16 * MIB);
        Buffers part = whole.part();
        whole.give(part.tryTake(MIB).orElseThrow());
        assertEquals(0, part.lentBytes());
        assertEquals(0, whole.lentBytes());
    }

    @Test
    void whatAnAbandonedPartHasNotGivenBackIsOthersAgain() {
        Buffers whole = new Buffers(16 * MIB);
        Buffers transfer = whole.part();
        Buffers session = transfer.part();
        ByteBuffer late = session.tryTake(MIB).orElseThrow();
        ByteBuffer later = transfer.tryTake(MIB).orElseThrow();
        ByteBuffer anothers = whole.tryTake(MIB).orElseThrow();
        transfer.abandon();
        assertEquals(MIB, whole.lentBytes());
        session.give(late);
        transfer.give(later);
        assertEquals(MIB, whole.lentBytes());
        whole.give(anothers);
        assertEquals(0, whole.lentBytes());
    }

    private static int takeAll(Buffers buffers) {
        int taken = 0;
        while (buffers.tryTake(MIB).isPresent()) {
            taken++;
        }
        return taken;
    }

    private static void useOne(Buffers buffers, int bytes, int id, AtomicLong inUse, AtomicReference<String> wrong)
            throws InterruptedException {
        ByteBuffer buffer = buffers.take(bytes);
        if (inUse.addAndGet(buffer.capacity()) > 8 * MIB) {
            wrong.set("more than the bound was lent");
        }
        buffer.putInt(0, id);
        Thread.onSpinWait();
        if (buffer.getInt(0) != id) {
            wrong.set("two owners");
        }
        inUse.addAndGet(-buffer.capacity());
        buffers.give(buffer);
    }

    private static void complete(CompletableFuture<ByteBuffer> result, Buffers buffers) {
        try {
            result.complete(buffers.take(MIB));
        } catch (InterruptedException e) {
            result.completeExceptionally(e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}

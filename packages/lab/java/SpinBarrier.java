package sightline;

import java.util.concurrent.atomic.AtomicInteger;

/** Where threads wait for each other without going to sleep, so that they leave together. */
final class SpinBarrier {
  /** So many looks before the processor is offered to others, who may be whom we wait for. */
  private static final int LOOKS = 20_000;

  private final int parties;
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile int generation;
  private volatile boolean open = false;

  SpinBarrier(int parties) {
    this.parties = parties;
  }

  /** Waits for the others, and then until each is known to run: some may have been put aside. False: see `await`. */
  boolean startTogether() {
    return await() && await();
  }

  /** Lets everybody go, now and later: some will not come. */
  void abandon() {
    open = true;
  }

  /** Waits for the others; false where it was abandoned. */
  boolean await() {
    int own = generation;
    if (arrived.incrementAndGet() == parties) {
      arrived.set(0);
      generation = own + 1;
      return !open;
    }
    boolean crowded = parties > Runtime.getRuntime().availableProcessors();
    int limit = crowded ? LOOKS / 20 : LOOKS;
    for (int looks = 0; generation == own; looks++) {
      if (open) return false;
      Thread.onSpinWait();
      if (looks >= limit) Thread.yield();
    }
    return !open;
  }
}

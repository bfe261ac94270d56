package sightline;

import java.util.concurrent.atomic.AtomicInteger;

/** Where threads wait for each other without going to sleep, so that they leave together. */
final class SpinBarrier {
  /** So many looks before the processor is offered to others, who may be whom we wait for. */
  private static final int LOOKS = 20_000;

  private final int parties;
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile int generation;

  SpinBarrier(int parties) {
    this.parties = parties;
  }

  /** Waits for the others, and then until each of them is known to run: some may have been put aside. */
  void startTogether() {
    await();
    await();
  }

  /** Waits for the others. */
  void await() {
    int own = generation;
    if (arrived.incrementAndGet() == parties) {
      arrived.set(0);
      generation = own + 1;
      return;
    }
    boolean crowded = parties > Runtime.getRuntime().availableProcessors();
    int limit = crowded ? LOOKS / 20 : LOOKS;
    for (int looks = 0; generation == own; looks++) {
      Thread.onSpinWait();
      if (looks >= limit) Thread.yield();
    }
  }
}

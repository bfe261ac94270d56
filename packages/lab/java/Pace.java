package sightline;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How closely the threads of a batch run side by side. What is rare shows up only where calls overlap by a
 * hair, and by which hair depends on the object: so the modes take turns.
 */
public final class Pace {
  /** How often a thread looks for the others before it goes on without them. */
  private static final int PATIENCE = 100;

  /** The same once it has lost them, so that no batch is spent waiting. */
  private static final int PATIENCE_WHEN_LOST = 3;

  /** Counters this many places apart do not share a cache line. */
  private static final int APART = 64;

  /** Modes: each thread for itself; in step; in step but for a short or a longer random delay. */
  private static final int[] DELAYS = {-1, 0, 31, 127};

  private static volatile int sink;

  private final AtomicIntegerArray progress;
  private final int thread;
  private final int threads;
  private int random;
  private int delay;
  private boolean lost;

  private Pace(AtomicIntegerArray progress, int thread, int threads, int seed) {
    this.progress = progress;
    this.thread = thread;
    this.threads = threads;
    this.random = seed * 31 + thread * 0x9e3779b9 | 1;
  }

  /** One pace for each thread of a program. */
  static Pace[] forThreads(int threads, int seed) {
    AtomicIntegerArray progress = new AtomicIntegerArray((threads + 1) * APART);
    Pace[] paces = new Pace[threads];
    for (int t = 0; t < threads; t++) paces[t] = new Pace(progress, t, threads, seed);
    return paces;
  }

  /** Before a batch. */
  void begin(int batch) {
    delay = DELAYS[batch % DELAYS.length];
    lost = false;
    progress.set((thread + 1) * APART, 0);
  }

  /** Before each execution. */
  public void meet(int execution) {
    if (delay < 0) return;
    progress.set((thread + 1) * APART, execution + 1);
    for (int other = 0; other < threads; other++) if (other != thread) waitFor(other, execution + 1);
    if (delay > 0) idle(nextRandom() & delay);
  }

  private void waitFor(int other, int execution) {
    int patience = lost ? PATIENCE_WHEN_LOST : PATIENCE;
    while (progress.get((other + 1) * APART) < execution) {
      Thread.onSpinWait();
      if (--patience < 0) {
        lost = true;
        return;
      }
    }
    lost = false;
  }

  /** George Marsaglia's xorshift. */
  private int nextRandom() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random;
  }

  private static void idle(int rounds) {
    int mixed = sink;
    for (int i = 0; i < rounds; i++) mixed = mixed * 31 + i;
    if (mixed == 0x12345678) sink = mixed; // keeps the loop from being optimised away
  }
}

package sightline;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Where one thread is in a batch of executions, and how closely the threads run side by side. What is rare
 * shows up only where calls overlap by a hair, and by which hair depends on the object: so the modes take
 * turns.
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

  /** The position of a thread that has nothing left to do in the batch. */
  private static final int DONE = Integer.MAX_VALUE;

  private static volatile int sink;

  /** Thread by thread: 4k+1 when it has come to execution k, 4k+2 while it is in it, 4k+3 after it. */
  private final AtomicIntegerArray positions;

  /** Thread by thread: the step that it is in, and whether that is known to wait for ever. */
  private final AtomicIntegerArray steps;

  private final int thread;
  private final int threads;

  /** Of each execution: whether a thread with a higher number was in it at the same time. */
  private final boolean[] overlaps;

  /** Where the others were when the execution began. */
  private final int[] atBegin;

  private int random;
  private int delay;
  private boolean lost;

  private Pace(AtomicIntegerArray positions, AtomicIntegerArray steps, int thread, int threads, int size, int seed) {
    this.positions = positions;
    this.steps = steps;
    this.thread = thread;
    this.threads = threads;
    this.overlaps = new boolean[size];
    this.atBegin = new int[threads];
    this.random = seed * 31 + thread * 0x9e3779b9 | 1;
    positions.set(place(thread), DONE);
  }

  /** One pace for each thread of a program, for batches of at most so many executions. */
  static Pace[] forThreads(int threads, int size, int seed) {
    AtomicIntegerArray positions = new AtomicIntegerArray((threads + 1) * APART);
    AtomicIntegerArray steps = new AtomicIntegerArray((threads + 1) * APART);
    Pace[] paces = new Pace[threads];
    for (int t = 0; t < threads; t++) paces[t] = new Pace(positions, steps, t, threads, size, seed);
    return paces;
  }

  private static int place(int thread) {
    return (thread + 1) * APART;
  }

  private static int within(int execution) {
    return 4 * execution + 2;
  }

  /** Before a batch. */
  void begin(int batch) {
    delay = DELAYS[batch % DELAYS.length];
    lost = false;
    for (int other = 0; other < threads; other++) atBegin[other] = 0;
    positions.set(place(thread), 0);
  }

  /** After a batch. */
  void finish() {
    positions.set(place(thread), DONE);
  }

  /** Before each execution. */
  public void meet(int execution) {
    if (delay >= 0) {
      positions.set(place(thread), within(execution) - 1);
      for (int other = 0; other < threads; other++) if (other != thread) waitFor(other, within(execution) - 1);
      if (delay > 0) {
        idle(nextRandom() & delay);
        for (int other = thread + 1; other < threads; other++) atBegin[other] = positions.getOpaque(place(other));
      }
    }
    positions.setOpaque(place(thread), within(execution));
  }

  /**
   * After each execution: who had not left it when it began, and has come to it by now, was in it too. The
   * looks are plain loads, and after the last call: they order nothing.
   */
  public void leave(int execution) {
    boolean overlap = false;
    for (int other = thread + 1; other < threads; other++) {
      int now = positions.getOpaque(place(other));
      overlap |= atBegin[other] <= within(execution) && now >= within(execution);
      atBegin[other] = now;
    }
    overlaps[execution] = overlap;
    positions.setOpaque(place(thread), within(execution) + 1);
  }

  /** In how many of some executions threads overlapped. */
  static long overlapped(Pace[] paces, int from, int to) {
    if (paces.length == 1) return to - from;
    long count = 0;
    for (int k = from; k < to; k++)
      for (Pace pace : paces)
        if (pace.overlaps[k]) {
          count++;
          break;
        }
    return count;
  }

  private void waitFor(int other, int position) {
    int patience = lost ? PATIENCE_WHEN_LOST : PATIENCE;
    int now;
    while ((now = positions.get(place(other))) < position) {
      Thread.onSpinWait();
      if (--patience < 0) break;
    }
    lost = now < position;
    atBegin[other] = now;
  }

  /** Before each step, by its number in the program. */
  public void enter(int step) {
    steps.setOpaque(place(thread), step);
  }

  /** After each step: whether it was found to wait for ever, so that its thread had to be freed from it. */
  public boolean isBlocked() {
    return steps.getOpaque(place(thread) + 1) != 0;
  }

  /** Others say so of the step that the thread is in. */
  void setBlocked(boolean blocked) {
    steps.set(place(thread) + 1, blocked ? 1 : 0);
  }

  /** The step that the thread is in. */
  int step() {
    return steps.get(place(thread));
  }

  boolean isDone() {
    return positions.get(place(thread)) == DONE;
  }

  /** The execution that the thread is in, or has come to. */
  int execution() {
    return positions.get(place(thread)) / 4;
  }

  /** A number that changes whenever the thread gets on. */
  long whereabouts() {
    return (long) positions.get(place(thread)) << 32 | steps.get(place(thread));
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

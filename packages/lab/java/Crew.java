package sightline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The threads that run batches of one program together, until it is over or one of them is stuck for ever. */
final class Crew {
  /** How many executions make a batch, at most. */
  private static final int LARGEST_BATCH = 1000;

  /**
   * Each batch is twice as large as the one before while it takes less than this; and half as large where
   * one has waited for ever, for the threads are out of step after that.
   */
  private static final long QUICK_NANOS = 10_000_000;

  private static final long REPORT_EVERY_NANOS = 250_000_000;

  /** A thread that has been interrupted may wait for a monitor a little: so long before it is given up. */
  private static final long HEED_NANOS = 10_000_000;

  private final Stress stress;
  private final StressProgram program;
  private final SpinBarrier barrier;
  private final Pace[] paces;
  private final Sleeper[] sleepers;
  private final CountDownLatch atWork;
  private volatile boolean ended = false;
  private volatile boolean hadStandstill = false;
  private long interrupted;

  /** What the next batch is: written by the leading thread before a barrier, read by all after it. */
  private volatile Plan plan = new Plan(0, 1, false, false);

  /** A batch of `size` executions; before it there may be a report, or there is no batch at all. */
  private record Plan(int batch, int size, boolean report, boolean stop) {}

  Crew(Stress stress, Class<?> compiled, int seed) throws ReflectiveOperationException {
    this.stress = stress;
    program = (StressProgram) compiled.getConstructor(int.class).newInstance(LARGEST_BATCH);
    barrier = new SpinBarrier(program.threads);
    paces = Pace.forThreads(program.threads, LARGEST_BATCH, seed);
    sleepers = new Sleeper[program.threads];
    atWork = new CountDownLatch(program.threads);
  }

  void start() throws InterruptedException {
    for (int t = 0; t < program.threads; t++) {
      final int thread = t;
      Thread member = new Thread(() -> work(thread), "sightline-thread-" + t);
      member.setDaemon(true);
      member.start();
    }
    atWork.await();
  }

  private void work(int thread) {
    sleepers[thread] = Sleeper.ofCurrentThread();
    atWork.countDown();
    if (!stress.attempt(() -> takePart(thread))) barrier.abandon();
    else if (thread != 0) return;
    ended = true;
    LockSupport.unpark(Main.thread());
  }

  /** Whether it has come to its end by itself: what it has run is counted. */
  boolean hasEnded() {
    return ended;
  }

  /**
   * What each thread does: it prepares and counts its own share of the executions of each batch, and runs
   * its part of the program in all of them. The first one plans and reports, too.
   */
  private void takePart(int thread) {
    long[] last = {System.nanoTime(), System.nanoTime()}; // the last batch, the last report
    Plan current = plan;
    while (true) {
      int size = current.size();
      stress.attempt(() -> refresh(thread, size));
      paces[thread].begin(current.batch());
      if (!barrier.startTogether()) return; // all objects are fresh
      boolean complete = !stress.isBroken();
      if (complete) program.run(thread, size, paces[thread]);
      paces[thread].finish();
      if (thread == 0) plan = nextPlan(last);
      if (!barrier.await()) return; // all results are there, and the next plan
      if (complete) count(thread, from(thread, size), from(thread + 1, size));
      current = plan;
      boolean sameShares = current.size() == size; // else a thread would prepare what another is counting
      if (sameShares && !current.stop() && !current.report()) continue;
      if (!barrier.await()) return; // all have counted
      if (current.stop()) return;
      if (thread == 0 && current.report()) stress.report(false);
    }
  }

  private Plan nextPlan(long[] last) {
    long now = System.nanoTime();
    boolean stop = stress.isOver();
    boolean report = !stop && now - last[1] >= REPORT_EVERY_NANOS;
    int size = plan.size();
    if (hadStandstill) size = Math.max(1, size / 2);
    else if (now - last[0] < QUICK_NANOS) size = Math.min(LARGEST_BATCH, size * 2);
    hadStandstill = false;
    last[0] = now;
    if (report) last[1] = now;
    return new Plan(plan.batch() + 1, size, report, stop);
  }

  private void refresh(int thread, int size) throws Throwable {
    program.refresh(from(thread, size), from(thread + 1, size));
    program.prepare(from(thread, size), from(thread + 1, size));
  }

  private void count(int tally, int from, int to) {
    program.complete(from, to);
    stress.count(tally, program.results, from, to, Pace.overlapped(paces, from, to));
  }

  /** Where the share of a thread begins. */
  private int from(int thread, int size) {
    return size * thread / program.threads;
  }

  /** The threads that are in calls, null for the others; and in `places` what each is at. */
  Sleeper[] membersAtWork(long[] places) {
    places[program.threads] = plan.batch();
    Sleeper[] busy = new Sleeper[program.threads];
    for (int t = 0; t < program.threads; t++) {
      places[t] = paces[t].whereabouts();
      if (!paces[t].isDone()) busy[t] = sleepers[t];
    }
    return busy;
  }

  Thread member(int thread) {
    return sleepers[thread].thread;
  }

  /**
   * What the watching thread does when all wait for ever. Objects are not shared by executions: in the first
   * of the executions that threads wait in, nobody can come any more to wake them. They are freed from their
   * calls by an interrupt. Where one does not heed it, the crew is given up: what it ran until then is
   * counted, and the answer is how many threads stay behind.
   */
  int settle() {
    hadStandstill = true;
    int first = Integer.MAX_VALUE;
    for (Pace pace : paces) if (!pace.isDone()) first = Math.min(first, pace.execution());
    boolean stuck = false;
    for (Pace pace : paces) stuck |= isIn(pace, first) && pace.isBlocked();
    if (stuck) return System.nanoTime() - interrupted < HEED_NANOS ? 0 : giveUpIn(first);
    interrupted = System.nanoTime();
    List<Thread> waiting = new ArrayList<>(); // all of them, before the first is freed and goes on
    for (int t = 0; t < paces.length; t++)
      if (isIn(paces[t], first)) {
        paces[t].setBlocked(true);
        waiting.add(member(t));
      }
    for (Thread thread : waiting) thread.interrupt();
    return 0;
  }

  private static boolean isIn(Pace pace, int execution) {
    return !pace.isDone() && pace.execution() == execution;
  }

  private int giveUpIn(int execution) {
    count(program.threads, 0, execution);
    Object[][] last = new Object[program.results.length][1]; // of our own: who wakes up would write in theirs
    program.complete(execution, execution + 1);
    for (int row = 0; row < last.length; row++) last[row][0] = program.results[row][execution];
    for (int t = 0; t < paces.length; t++)
      if (isIn(paces[t], execution)) StressProgram.markBlocked(last, paces[t].step(), program.endOf(t), 0);
    stress.count(program.threads, last, 0, 1, Pace.overlapped(paces, execution, execution + 1));
    return dismiss();
  }

  /** Sends those home who are not in a call; how many are. */
  int dismiss() {
    int left = 0;
    for (int t = 0; t < paces.length; t++)
      if (!paces[t].isDone()) {
        member(t).interrupt();
        left++;
      }
    barrier.abandon();
    return left;
  }
}

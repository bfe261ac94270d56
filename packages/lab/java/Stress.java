package sightline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs one program many times on several threads, and tells what came out. */
final class Stress {
  /** How many executions make a batch, at most. */
  private static final int LARGEST_BATCH = 1000;

  /** The first batch; each is twice as large as the one before while it takes less than QUICK_NANOS. */
  private static final int FIRST_BATCH = 16;

  private static final long QUICK_NANOS = 10_000_000;
  private static final long REPORT_EVERY_NANOS = 250_000_000;

  private final int number;
  private final StressProgram program;
  private final SpinBarrier barrier;
  private final Pace[] paces;
  private final Tally[] tallies;
  private final List<Thread> followers = new ArrayList<>();

  /** What the next batch is: written by the leading thread before a barrier, read by all after it. */
  private Plan plan = new Plan(0, FIRST_BATCH, false, false);

  private long executions = 0;
  private volatile Throwable broken = null;

  /** A batch of `size` executions; before it there may be a report, or there is no batch at all. */
  private record Plan(int batch, int size, boolean report, boolean stop) {}

  private Stress(int number, StressProgram program, int seed) {
    this.number = number;
    this.program = program;
    barrier = new SpinBarrier(program.threads);
    paces = Pace.forThreads(program.threads, seed);
    tallies = new Tally[program.threads];
    for (int t = 0; t < tallies.length; t++) tallies[t] = new Tally();
  }

  /** Runs a compiled program for some seconds; sends reports meanwhile, and a last one in the end. */
  static void run(int number, Class<?> compiled, String source, double seconds, double hangSeconds, int seed)
      throws ReflectiveOperationException, InterruptedException {
    StressProgram program =
        (StressProgram) compiled.getConstructor(int.class).newInstance(LARGEST_BATCH);
    Stress stress = new Stress(number, program, seed);
    Thread leader = Thread.currentThread();
    try (Watchdog watchdog =
        new Watchdog(hangSeconds, () -> stress.describeThreads(leader, compiled.getName(), source))) {
      stress.lead((long) (seconds * 1e9), watchdog);
    }
  }

  /** The leading thread takes part like the others, and plans and reports. */
  private void lead(long limitNanos, Watchdog watchdog) throws InterruptedException {
    for (int t = 1; t < program.threads; t++) {
      final int thread = t;
      Thread follower = new Thread(() -> takePart(thread, () -> {}, () -> {}), "sightline-thread-" + t);
      follower.setDaemon(true);
      follower.start();
      followers.add(follower);
    }
    long start = System.nanoTime();
    long[] last = {start, start}; // the last batch, the last report
    Runnable planNext =
        () -> {
          long now = System.nanoTime();
          watchdog.progress();
          if (broken == null) executions += plan.size();
          boolean stop = now - start >= limitNanos || Main.isStopped() || broken != null || isNoise();
          boolean report = !stop && now - last[1] >= REPORT_EVERY_NANOS;
          int size = now - last[0] < QUICK_NANOS ? Math.min(LARGEST_BATCH, plan.size() * 2) : plan.size();
          last[0] = now;
          if (report) last[1] = now;
          plan = new Plan(plan.batch() + 1, size, report, stop);
        };
    takePart(0, planNext, () -> report(false, System.nanoTime() - start));
    for (Thread follower : followers) follower.join();
    report(true, System.nanoTime() - start);
  }

  /**
   * What each thread does: it prepares and counts its own share of the executions of each batch, and runs
   * its part of the program in all of them.
   */
  private void takePart(int thread, Runnable planNext, Runnable report) {
    Plan current = plan;
    while (true) {
      refresh(thread, current.size());
      paces[thread].begin(current.batch());
      barrier.startTogether(); // all objects are fresh
      boolean complete = broken == null;
      if (complete) program.run(thread, current.size(), paces[thread]);
      planNext.run();
      barrier.await(); // all results are there, and the next plan
      if (complete) count(thread, from(thread, current.size()), from(thread + 1, current.size()));
      current = plan;
      if (current.stop()) return;
      if (!current.report()) continue;
      barrier.await(); // all have counted
      report.run();
    }
  }

  private void refresh(int thread, int size) {
    try {
      program.refresh(from(thread, size), from(thread + 1, size));
      program.prepare(from(thread, size), from(thread + 1, size));
    } catch (Throwable exception) {
      broken = exception;
    }
  }

  private void count(int thread, int from, int to) {
    program.complete(from, to);
    tallies[thread].add(program.results, from, to);
  }

  /** Where the share of a thread begins. */
  private int from(int thread, int size) {
    return size * thread / program.threads;
  }

  private boolean isNoise() {
    return tallies[0].size() > Tally.MOST_OUTCOMES;
  }

  private void report(boolean done, long nanos) {
    Map<String, Long> totals = new LinkedHashMap<>();
    for (Tally tally : tallies) tally.addTo(totals);
    List<Object> outcomes = new ArrayList<>();
    totals.forEach((text, count) -> outcomes.add(List.of(new Json.Raw(text), count)));
    Map<String, Object> report =
        Description.object(
            "program", number, "executions", executions,
            "seconds", nanos / 1e9, "outcomes", outcomes, "done", done);
    String refusal = refusal();
    if (refusal != null) report.put("rejected", refusal);
    Main.send("report", report);
  }

  private String refusal() {
    if (broken != null) return "no object could be made: " + broken;
    if (!isNoise()) return null;
    return "more than " + Tally.MOST_OUTCOMES + " outcomes: leave out methods whose results are never the"
        + " same twice, such as times and hash codes";
  }

  private String describeThreads(Thread leader, String className, String source) {
    List<String> stacks = new ArrayList<>();
    stacks.add(Watchdog.stackOf(leader, "thread 0", className, source));
    for (int i = 0; i < followers.size(); i++)
      stacks.add(Watchdog.stackOf(followers.get(i), "thread " + (i + 1), className, source));
    return String.join("\n", stacks);
  }
}

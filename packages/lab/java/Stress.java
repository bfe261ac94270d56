package sightline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs one program many times on several threads, and tells what came out. */
final class Stress {
  /** Threads that wait for ever cost little, but not nothing: a JVM with so many of them has had its day. */
  private static final int MOST_LEFT_BEHIND = 1000;

  /** When the stress shall stop, threads have so long to come out of their calls. */
  private static final long GRACE_NANOS = 700_000_000;

  /** The threads that did not come back from a call, of all programs. */
  private static int leftBehind = 0;

  private final int number;
  private final Class<?> compiled;
  private final String source;
  private final int threads;
  private final long start = System.nanoTime();
  private final long limitNanos;
  private final double hangSeconds;

  /** What was counted, by each thread and by the one that watches. */
  private final Tally[] tallies;
  private final long[] overlapped;

  private volatile Throwable broken = null;

  private Stress(int number, Class<?> compiled, String source, int threads, double seconds, double hangSeconds) {
    this.number = number;
    this.compiled = compiled;
    this.source = source;
    this.threads = threads;
    this.limitNanos = (long) (seconds * 1e9);
    this.hangSeconds = hangSeconds;
    tallies = new Tally[threads + 1];
    for (int t = 0; t < tallies.length; t++) tallies[t] = new Tally();
    overlapped = new long[threads + 1];
  }

  /**
   * Runs a compiled program for some seconds, and at least once, however few they are; sends reports
   * meanwhile, and a last one in the end. Whether this JVM can run another.
   */
  static boolean run(
      int number, Class<?> compiled, String source, int threads, double seconds, double hangSeconds, int seed)
      throws ReflectiveOperationException, InterruptedException {
    Stress stress = new Stress(number, compiled, source, threads, seconds, hangSeconds);
    boolean fit = true;
    for (int crew = 0; fit && !Main.isStopped() && (crew == 0 || !stress.isOver()); crew++)
      fit = stress.watch(new Crew(stress, compiled, seed + crew * 0x9e3779b1));
    stress.report(true);
    return fit;
  }

  /** Watches a crew until it has ended or is given up. Whether another can be had. */
  private boolean watch(Crew crew) throws InterruptedException {
    Watch watch = new Watch(hangSeconds);
    crew.start();
    long stopped = 0;
    while (!crew.hasEnded()) {
      watch.pause();
      long[] places = new long[threads + 1];
      Sleeper[] busy = crew.membersAtWork(places);
      Watch.Finding finding = watch.look(places, busy);
      if (finding == Watch.Finding.STANDSTILL) {
        int left = crew.settle();
        leftBehind += left;
        if (left > 0) return leftBehind < MOST_LEFT_BEHIND;
      } else if (finding != Watch.Finding.MOVING) {
        Main.giveUp(finding, hangSeconds, describeThreads(crew));
      }
      if (!Main.isStopped()) continue;
      if (stopped == 0) stopped = System.nanoTime();
      if (System.nanoTime() - stopped < GRACE_NANOS) continue;
      crew.dismiss();
      return false; // who knows what they do
    }
    return true;
  }

  /** Whether the program shall not be run any more. */
  boolean isOver() {
    return System.nanoTime() - start >= limitNanos || Main.isStopped() || broken != null || isNoise();
  }

  boolean isBroken() {
    return broken != null;
  }

  /** Something that may throw. */
  interface Attempt {
    void run() throws Throwable;
  }

  /** Does what may fail; then all is over. Whether it went well. */
  boolean attempt(Attempt something) {
    try {
      something.run();
      return true;
    } catch (Throwable exception) {
      broken = exception;
      return false;
    }
  }

  /** Counts some executions; each thread has a tally of its own. */
  void count(int tally, Object[][] results, int from, int to, long overlaps) {
    tallies[tally].add(results, from, to);
    overlapped[tally] += overlaps;
  }

  private boolean isNoise() {
    return tallies[0].size() > Tally.MOST_OUTCOMES;
  }

  /** Tells what was counted; nobody may be counting. */
  void report(boolean done) {
    Map<String, Long> totals = new LinkedHashMap<>();
    for (Tally tally : tallies) tally.addTo(totals);
    List<Object> outcomes = new ArrayList<>();
    long executions = 0;
    for (Map.Entry<String, Long> total : totals.entrySet()) {
      outcomes.add(List.of(new Json.Raw(total.getKey()), total.getValue()));
      executions += total.getValue();
    }
    long overlaps = 0;
    for (long part : overlapped) overlaps += part;
    Map<String, Object> report =
        Description.object(
            "program", number, "executions", executions, "overlapped", overlaps,
            "seconds", (System.nanoTime() - start) / 1e9, "outcomes", outcomes, "done", done);
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

  private String describeThreads(Crew crew) {
    List<String> stacks = new ArrayList<>();
    for (int t = 0; t < threads; t++)
      stacks.add(Stacks.of(crew.member(t), "thread " + t, compiled.getName(), source));
    return String.join("\n", stacks);
  }
}

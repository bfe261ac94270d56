package sightline;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** Looks at threads at work from outside: do they get on, do all of them wait for ever, are they late? */
final class Watch {
  /** What a look can find. */
  enum Finding {
    /** They get on, or may yet. */
    MOVING,
    /** All who have something left to do sleep, and nobody is there who could wake them. */
    STANDSTILL,
    /** They have not got on for too long, and hardly compute: nobody knows why. */
    LATE,
    /** They have not got on for too long, though they had a processor for a good part of that time. */
    BUSY
  }

  /** Where the system does not say who was woken, threads must sleep so long to be taken at Java's word. */
  private static final long UNSURE_NANOS = 300_000_000;

  /** After a standstill the next is looked for so long without a pause; and so long is a pause at most. */
  private static final long EAGER_NANOS = 200_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  /** More than this between two looks does not count: then this thread had no processor, and the others had none. */
  private static final long LONGEST_COUNTED_NANOS = 50_000_000;

  private final long limitNanos;
  private long[] places = {};
  private long[] marks = null;
  private long lastLook = System.nanoTime();
  private long asleepSince;
  private long lastStandstill = lastLook;

  /** For how long they have not got on. */
  private long still;

  /** How long the threads had computed when half of the time was over; negative before. */
  private long computedAtHalf = -1;

  Watch(double limitSeconds) {
    limitNanos = (long) (limitSeconds * 1e9);
  }

  /** Lets some time pass between looks, the more the longer there was nothing to find. */
  void pause() {
    long quiet = System.nanoTime() - lastStandstill;
    if (quiet < EAGER_NANOS) Thread.yield();
    else LockSupport.parkNanos(Math.min(LONGEST_PAUSE_NANOS, quiet / 4));
  }

  /**
   * `now` says what each thread is at, in numbers that change when it gets on; `busy` are the threads that
   * have something left to do, null for those that have not.
   */
  Finding look(long[] now, Sleeper[] busy) {
    long time = System.nanoTime();
    still += Math.min(time - lastLook, LONGEST_COUNTED_NANOS);
    lastLook = time;
    if (!Arrays.equals(now, places)) {
      places = now;
      still = 0;
      marks = null;
      computedAtHalf = -1;
      return Finding.MOVING;
    }
    long[] found = sleepersAmong(busy);
    if (found == null) {
      marks = null;
      return lateness(busy);
    }
    if (!Arrays.equals(found, marks)) {
      marks = found;
      asleepSince = time;
      return Finding.MOVING;
    }
    boolean sure = Arrays.stream(busy).allMatch(one -> one == null || one.isExact());
    if (!sure && time - asleepSince < UNSURE_NANOS) return Finding.MOVING;
    marks = null; // whoever does something about it looks again
    lastStandstill = time;
    return Finding.STANDSTILL;
  }

  /** How they sleep; null where one does not, where none has anything to do, or where others may wake them. */
  private static long[] sleepersAmong(Sleeper[] busy) {
    long[] found = new long[busy.length];
    int count = 0;
    for (int i = 0; i < busy.length; i++) {
      if (busy[i] == null) continue;
      count++;
      found[i] = busy[i].mark();
      if (found[i] == Sleeper.AWAKE) return null;
    }
    return count == 0 || hasThreadsOfItsOwn() ? null : found;
  }

  /** Whether threads run that are neither ours nor the JVM's: the object has started them. */
  private static boolean hasThreadsOfItsOwn() {
    Thread[] all = new Thread[Thread.activeCount() + 16];
    int count = Thread.enumerate(all); // of our own group: the JVM's own threads are in another
    for (int i = 0; i < count; i++) if (!isOurs(all[i])) return true;
    return false;
  }

  private static boolean isOurs(Thread thread) {
    return thread.getName().startsWith("sightline-") || thread == Main.thread();
  }

  private Finding lateness(Sleeper[] busy) {
    if (still > limitNanos / 2 && computedAtHalf < 0) computedAtHalf = computed(busy);
    if (still < limitNanos) return Finding.MOVING;
    return computed(busy) - computedAtHalf > limitNanos / 20 ? Finding.BUSY : Finding.LATE;
  }

  /** For how long the threads have used a processor, in nanoseconds. */
  private static long computed(Sleeper[] busy) {
    ThreadMXBean clocks = ManagementFactory.getThreadMXBean(); // slow to load, and seldom needed
    long sum = 0;
    for (Sleeper one : busy)
      if (one != null) sum += Math.max(0, clocks.getThreadCpuTime(one.thread.getId()));
    return sum;
  }
}

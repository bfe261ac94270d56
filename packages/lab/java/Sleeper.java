package sightline;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A thread of which others ask whether it waits, without a limit of time, for somebody to wake it. Its state
 * in Java does not tell: a thread that was woken is WAITING until the system gives it a processor, and on a
 * busy machine that takes its time. Linux knows who was woken, so it is asked too.
 */
final class Sleeper {
  /** It does not wait, or it has been woken. */
  static final long AWAKE = -1;

  /** How often it went to sleep, in the file that the system keeps of it. */
  private static final String SLEEPS = "\nvoluntary_ctxt_switches:";

  private static final String ASLEEP = "\nState:\tS";

  final Thread thread;

  /** Null where there is no such file. */
  private final Path status;

  private Sleeper(Thread thread, Path status) {
    this.thread = thread;
    this.status = status;
  }

  /** The thread that asks. */
  static Sleeper ofCurrentThread() {
    Path file = null;
    try {
      file = Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self"))).resolve("status");
      if (!Files.isReadable(file)) file = null;
    } catch (IOException | UnsupportedOperationException noSuchSystem) {
      // Java's word must do
    }
    return new Sleeper(Thread.currentThread(), file);
  }

  /** Whether `mark` is the system's word; else a thread that was just woken may seem to wait. */
  boolean isExact() {
    return status != null;
  }

  /** AWAKE, or a number that is the same at two looks only if it has slept all the time between. */
  long mark() {
    Thread.State state = thread.getState();
    if (state != Thread.State.WAITING && !(state == Thread.State.BLOCKED && wantsWhatIsHeld())) return AWAKE;
    if (status == null) return 0;
    try {
      String text = Files.readString(status, StandardCharsets.ISO_8859_1);
      int count = text.indexOf(SLEEPS);
      if (count < 0 || !text.contains(ASLEEP)) return AWAKE;
      return Long.parseLong(text.substring(count + SLEEPS.length(), text.indexOf('\n', count + 1)).trim());
    } catch (IOException gone) {
      return AWAKE;
    }
  }

  /**
   * Whether the monitor that the thread wants has an owner. The JVM may let a thread sleep for a while in
   * front of a monitor that is free: such a thread wakes up by itself.
   */
  private boolean wantsWhatIsHeld() {
    ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
    return info != null && info.getThreadState() == Thread.State.BLOCKED && info.getLockOwnerId() != -1;
  }
}

package sightline;

import java.util.function.Supplier;

/** Ends the JVM, with a word, when work makes no progress: nothing else ends a thread that is stuck. */
final class Watchdog implements AutoCloseable {
  private static final long LOOK_EVERY_MILLISECONDS = 100;

  private final long limitNanos;
  private final Supplier<String> situation;
  private volatile long lastProgress = System.nanoTime();
  private volatile boolean over = false;

  /** `situation` tells what the threads are doing. */
  Watchdog(double seconds, Supplier<String> situation) {
    this.limitNanos = (long) (seconds * 1e9);
    this.situation = situation;
    Thread thread = new Thread(this::watch, "sightline-watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  void progress() {
    lastProgress = System.nanoTime();
  }

  private void watch() {
    while (!over) {
      try {
        Thread.sleep(LOOK_EVERY_MILLISECONDS);
      } catch (InterruptedException nobodyDoesThat) {
        return;
      }
      if (over || System.nanoTime() - lastProgress < limitNanos) continue;
      Main.send("hang", situation.get());
      Runtime.getRuntime().halt(1);
    }
  }

  @Override
  public void close() {
    over = true;
  }

  /** The innermost calls of a thread, and the step that it makes according to its program's source. */
  static String stackOf(Thread thread, String label, String program, String source) {
    StringBuilder calls = new StringBuilder();
    String step = "";
    int shown = 0;
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(program)) {
        step = InMemoryCompiler.stepOnLine(source, frame.getLineNumber());
        break;
      }
      if (shown++ < 6) calls.append("\n    at ").append(withoutModule(frame));
    }
    return label + ": " + step + thread.getState() + calls;
  }

  private static String withoutModule(StackTraceElement frame) {
    String text = frame.toString();
    return text.substring(text.lastIndexOf('/') + 1);
  }
}

package sightline;

/** What threads are doing, in words. */
final class Stacks {
  private static final int MOST_CALLS = 6;

  private Stacks() {}

  /** The innermost calls of a thread, and the step that it makes according to its program's source. */
  static String of(Thread thread, String label, String program, String source) {
    StringBuilder calls = new StringBuilder();
    String step = "";
    int shown = 0;
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(program)) {
        step = InMemoryCompiler.stepOnLine(source, frame.getLineNumber());
        break;
      }
      if (shown++ < MOST_CALLS) calls.append("\n    at ").append(withoutModule(frame));
    }
    return label + ": " + step + thread.getState() + calls;
  }

  private static String withoutModule(StackTraceElement frame) {
    String text = frame.toString();
    return text.substring(text.lastIndexOf('/') + 1);
  }
}

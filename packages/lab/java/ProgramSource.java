package sightline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the class of one program: straight calls on objects in an array, so that the compiler of the JVM
 * sees what a programmer would have written. A line that makes a step ends with the step as a comment.
 */
final class ProgramSource {
  private final String name;
  private final Recording recording;
  private final StepSource steps;
  private final StringBuilder methods = new StringBuilder();
  private final StringBuilder ends = new StringBuilder();
  private int stepCount = 0;

  private ProgramSource(Subject subject, String name, Recording recording) {
    this.name = name;
    this.recording = recording;
    this.steps = new StepSource(subject);
  }

  /** The text of a class of that name, for executions of the given threads of JSON steps. */
  static String write(Subject subject, String name, List<Object> threads, Recording.Kind kind)
      throws Subject.Unsuitable {
    return new ProgramSource(subject, name, new Recording(kind, threads.size())).write(threads);
  }

  private String write(List<Object> threads) throws Subject.Unsuitable {
    for (int t = 0; t < threads.size(); t++) writeThread(t, (List<?>) threads.get(t));
    String type = steps.typeName();
    String create = steps.create(); // before its constants are written
    List<String> lines = new ArrayList<>();
    lines.add("@SuppressWarnings({\"rawtypes\", \"unchecked\", \"deprecation\", \"removal\"})");
    lines.add("public final class " + name + " extends " + recording.baseClass() + " {");
    lines.add(steps.constants());
    lines.add("  private final " + type + "[] objects;");
    steps.synchronisers.forEach((field, kind) -> lines.add("  private final " + kind + "[] " + field + ";"));
    lines.add("  public " + name + "(int size) {");
    lines.add("    super(" + recording.baseArguments(stepCount) + ");");
    lines.add("    objects = new " + type + "[size];");
    steps.synchronisers.forEach((field, kind) -> lines.add("    " + field + " = new " + kind + "[size];"));
    lines.add("  }");
    lines.add("  @Override public void refresh(int from, int to) throws Throwable {");
    lines.add("    for (int k = from; k < to; k++) objects[k] = " + create + ";");
    steps.synchronisers.forEach(
        (field, kind) ->
            lines.add("    for (int k = from; k < to; k++) " + field + "[k] = new " + kind + "();"));
    lines.add("  }");
    lines.add("  @Override public void run(int thread, int executions, sightline.Pace pace) {");
    lines.add("    switch (thread) {");
    for (int t = 0; t < threads.size(); t++)
      lines.add("      case " + t + ": thread" + t + "(executions, pace); break;");
    lines.add("    }");
    lines.add("  }");
    lines.add("  private static final int[] ENDS = {" + ends + "};");
    lines.add("  @Override public int endOf(int thread) { return ENDS[thread]; }");
    lines.add(methods.toString());
    lines.add("}");
    return String.join("\n", lines);
  }

  private void writeThread(int t, List<?> thread) throws Subject.Unsuitable {
    methods.append("  private void thread" + t + "(int executions, sightline.Pace pace) {\n");
    methods.append("    for (int k = 0; k < executions; k++) {\n");
    methods.append("      pace.meet(k); execute" + t + "(k, pace); pace.leave(k);\n");
    methods.append("    }\n");
    methods.append("  }\n");
    methods.append("  private void execute" + t + "(int k, sightline.Pace pace) {\n");
    methods.append("    " + steps.typeName() + " object = objects[k];\n");
    int end = stepCount + thread.size();
    ends.append(end + ",");
    int calls = 0;
    for (Object json : thread) {
      Map<String, Object> step = Requests.object(json);
      int number = stepCount++;
      boolean isCall = step.get("on") == null;
      String code = steps.code(step, "results[" + number + "][k]", "[k]");
      String leave = "leaveBlocked(pace, " + number + ", " + end + ", k); return;";
      methods.append("    pace.enter(" + number + "); ");
      if (isCall) methods.append(recording.before(t));
      methods.append(code + " if (pace.isBlocked()) { " + leave + " }");
      if (isCall) methods.append(recording.after(t, ++calls));
      methods.append(StepSource.comment(step) + "\n");
    }
    methods.append("  }\n");
  }
}

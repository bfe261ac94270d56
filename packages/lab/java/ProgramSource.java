package sightline;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the class of one program: straight calls on objects in an array, so that the compiler of the JVM
 * sees what a programmer would have written. A line that makes a step ends with the step as a comment.
 */
final class ProgramSource {
  private final Subject subject;
  private final String name;
  private final StringBuilder constants = new StringBuilder();
  private final StringBuilder steps = new StringBuilder();
  private final Map<String, String> synchronisers = new LinkedHashMap<>(); // field → class
  private int constantCount = 0;
  private int stepCount = 0;

  private ProgramSource(Subject subject, String name) {
    this.subject = subject;
    this.name = name;
  }

  /** The text of a class of that name, for executions of the given threads of JSON steps. */
  static String write(Subject subject, String name, List<Object> threads) throws Subject.Unsuitable {
    return new ProgramSource(subject, name).write(threads);
  }

  private String write(List<Object> threads) throws Subject.Unsuitable {
    for (int t = 0; t < threads.size(); t++) writeThread(t, (List<?>) threads.get(t));
    String type = subject.type.getCanonicalName();
    List<String> lines = new ArrayList<>();
    lines.add("@SuppressWarnings({\"rawtypes\", \"unchecked\", \"deprecation\", \"removal\"})");
    lines.add("public final class " + name + " extends sightline.StressProgram {");
    String create = "new " + type + "(" + constructorArguments() + ")"; // before its constants are written
    lines.add(constants.toString());
    lines.add("  private final " + type + "[] objects;");
    synchronisers.forEach((field, kind) -> lines.add("  private final " + kind + "[] " + field + ";"));
    lines.add("  public " + name + "(int size) {");
    lines.add("    super(" + threads.size() + ", " + stepCount + ", size);");
    lines.add("    objects = new " + type + "[size];");
    synchronisers.forEach((field, kind) -> lines.add("    " + field + " = new " + kind + "[size];"));
    lines.add("  }");
    lines.add("  @Override public void refresh(int from, int to) throws Throwable {");
    lines.add("    for (int k = from; k < to; k++) objects[k] = " + create + ";");
    synchronisers.forEach(
        (field, kind) ->
            lines.add("    for (int k = from; k < to; k++) " + field + "[k] = new " + kind + "();"));
    lines.add("  }");
    lines.add("  @Override public void run(int thread, int executions, sightline.Pace pace) {");
    lines.add("    switch (thread) {");
    for (int t = 0; t < threads.size(); t++)
      lines.add("      case " + t + ": thread" + t + "(executions, pace); break;");
    lines.add("    }");
    lines.add("  }");
    lines.add(steps.toString());
    lines.add("}");
    return String.join("\n", lines);
  }

  private void writeThread(int t, List<?> thread) throws Subject.Unsuitable {
    steps.append("  private void thread" + t + "(int executions, sightline.Pace pace) {\n");
    steps.append("    for (int k = 0; k < executions; k++) { pace.meet(k); execute" + t + "(k); }\n");
    steps.append("  }\n");
    steps.append("  private void execute" + t + "(int k) {\n");
    steps.append("    " + subject.type.getCanonicalName() + " object = objects[k];\n");
    for (Object step : thread) writeStep(Requests.object(step));
    steps.append("  }\n");
  }

  private void writeStep(Map<String, Object> step) throws Subject.Unsuitable {
    String method = (String) step.get("method");
    List<Object> arguments = Requests.list(step, "args");
    Object on = step.get("on");
    String result = "results[" + stepCount++ + "][k]";
    String code =
        on == null
            ? callCode(subject.resolve(method, arguments), result)
            : result + " = " + synchroniser((String) on, method) + "[k]." + method + "();";
    String comment = (on == null ? "" : on + ".") + Subject.text(method, arguments);
    steps.append("    try { " + code + " }");
    steps.append(" catch (Throwable e) { " + result + " = sightline.Result.thrown(e); }");
    steps.append(" // " + comment.replaceAll("[\\\\\\n\\r]", " ") + "\n");
  }

  private String callCode(Subject.Call call, String result) {
    Method method = call.method();
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++)
      arguments.add(Argument.code(call.arguments().get(i), method.getParameterTypes()[i], this::constant));
    String code = "object." + method.getName() + "(" + String.join(", ", arguments) + ")";
    return method.getReturnType() == void.class
        ? code + "; " + result + " = null;"
        : result + " = sightline.Result.freeze(" + code + ");";
  }

  private String constructorArguments() {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < subject.constructorArguments.size(); i++)
      arguments.add(
          Argument.code(
              subject.constructorArguments.get(i),
              subject.constructor.getParameterTypes()[i],
              this::constant));
    return String.join(", ", arguments);
  }

  /** The name of a new constant. */
  private String constant(Object json) {
    String field = "CONSTANT" + constantCount++;
    constants.append("  private static final Object " + field);
    constants.append(" = sightline.Argument.read(" + Json.write(Json.write(json)) + ");\n");
    return field;
  }

  /** The field of a flag or lock. */
  private String synchroniser(String on, String method) throws Subject.Unsuitable {
    boolean flag = method.equals("set") || method.equals("get");
    if (!flag && !method.equals("lock") && !method.equals("unlock"))
      throw new Subject.Unsuitable(
          on + "." + method + "(): a flag has set() and get(), a lock has lock() and unlock()");
    String field = (flag ? "flag_" : "lock_") + on.chars().mapToObj(Integer::toString).toList().toString()
        .replaceAll("[^0-9]+", "_");
    synchronisers.put(field, flag ? "sightline.Flag" : "sightline.TurnLock");
    return field;
  }
}

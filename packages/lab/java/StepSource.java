package sightline;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the steps of a program as Java code, and remembers the fields that they need. */
final class StepSource {
  private final Subject subject;
  private final StringBuilder constants = new StringBuilder();
  private int constantCount = 0;

  /** The fields of the flags and locks that steps use, with their classes. */
  final Map<String, String> synchronisers = new LinkedHashMap<>();

  StepSource(Subject subject) {
    this.subject = subject;
  }

  /**
   * The code of a step on the variable `object`, which puts the result where `result` says; `place` follows
   * the names of flags and locks, such as an index.
   */
  String code(Map<String, Object> step, String result, String place) throws Subject.Unsuitable {
    String method = (String) step.get("method");
    Object on = step.get("on");
    String code =
        on == null
            ? callCode(subject.resolve(method, Requests.list(step, "args")), result)
            : result + " = " + synchroniser((String) on, method) + place + "." + method + "();";
    return "try { " + code + " } catch (Throwable e) { " + result + " = sightline.Result.thrown(e); }";
  }

  /** A step as people write it, as the end of its line. */
  static String comment(Map<String, Object> step) {
    Object on = step.get("on");
    String text = Subject.text((String) step.get("method"), Requests.list(step, "args"));
    return " // " + ((on == null ? "" : on + ".") + text).replaceAll("[\\\\\\n\\r]", " ");
  }

  /** Code that makes a fresh object. */
  String create() {
    Class<?>[] types = subject.constructor.getParameterTypes();
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < subject.constructorArguments.size(); i++)
      arguments.add(Argument.code(subject.constructorArguments.get(i), types[i], this::constant));
    return "new " + typeName() + "(" + String.join(", ", arguments) + ")";
  }

  /** The name of the class under test. */
  String typeName() {
    return subject.type.getCanonicalName();
  }

  /** The declarations of the constants that all code so far uses. */
  String constants() {
    return constants.toString();
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

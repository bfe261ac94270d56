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
    List<Shape> shapes = subject.shapesOf(subject.constructor);
    return "new " + typeName() + "(" + argumentCode(subject.constructorArguments, shapes) + ")";
  }

  /** The name of the class under test. */
  String typeName() {
    return subject.type.getCanonicalName();
  }

  /** The declarations of the constants that all code so far uses. */
  String constants() {
    return constants.toString();
  }

  private String callCode(Subject.Call call, String result) throws Subject.Unsuitable {
    Method method = call.method();
    try {
      call.makeArguments(); // what prevents this is found before anything runs
    } catch (Fault fault) {
      throw unsuitable(call, fault.getMessage());
    } catch (RuntimeException exception) {
      throw unsuitable(call, exception.toString());
    }
    String code = "object." + method.getName() + "(" + argumentCode(call.arguments(), call.shapes()) + ")";
    return method.getReturnType() == void.class
        ? code + "; " + result + " = null;"
        : result + " = sightline.Result.freeze(" + code + ", object);";
  }

  private static Subject.Unsuitable unsuitable(Subject.Call call, String reason) {
    return new Subject.Unsuitable(Subject.text(call.method().getName(), call.arguments()) + ": " + reason);
  }

  private String argumentCode(List<Object> arguments, List<Shape> shapes) {
    List<String> code = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++)
      code.add(Recipe.code(arguments.get(i), shapes.get(i), this::constant));
    return String.join(", ", code);
  }

  /** The name of a new constant. */
  private String constant(Recipe.Constant constant) {
    String field = "CONSTANT" + constantCount++;
    constants.append("  private static final " + constant.type() + " " + field + " = " + constant.code() + ";\n");
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

package sightline;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Pattern;

/** What reflection tells of a class, as a specification that people can edit. */
final class Description {
  /** Names of methods that leave an object as it is, by custom. */
  private static final Pattern READS =
      Pattern.compile(
          "(?!.*(?:AndSet|ThenReset))"
              + "(get(?!And)|contains|is|has|size|length|count|peek|to|key|keys|values|entry|entries|element"
              + "|elements|first|last|head|tail|sub|descending|ceiling|floor|higher|lower|iterator"
              + "|listIterator|indexOf|mapping|remaining|estimate|sum|read)([A-Z].*)?");

  /** Methods that are about objects in general, not about what this one holds. */
  private static final Set<String> GENERAL = Set.of("equals", "hashCode", "clone", "compareTo");

  private Description() {}

  static Map<String, Object> of(Subject subject) {
    List<Object> methods = new ArrayList<>();
    List<Object> skipped = new ArrayList<>();
    for (Method method : subject.methods()) {
      if (method.getDeclaringClass() == Object.class || GENERAL.contains(method.getName())) continue;
      String reason = reasonToSkip(method);
      if (reason == null) methods.add(describe(method, subject.type));
      else skipped.add(object("name", Subject.signature(method), "reason", reason));
    }
    Map<String, Object> spec = object("class", subject.type.getCanonicalName());
    if (!subject.constructorArguments.isEmpty()) {
      spec.put("parameters", parameters(subject.constructor.getParameterTypes()));
      spec.put("default_parameters", subject.constructorArguments);
    }
    spec.put("methods", methods);
    spec.put("skipped", skipped);
    return spec;
  }

  private static Map<String, Object> describe(Method method, Class<?> type) {
    Map<String, Object> spec =
        object("name", method.getName(), "parameters", parameters(method.getParameterTypes()));
    boolean isVoid = method.getReturnType() == void.class;
    if (isVoid) spec.put("void", true);
    if (!isVoid && READS.matcher(method.getName()).matches()) spec.put("readonly", true);
    if (isTrusted(method, type)) spec.put("trusted", true);
    return spec;
  }

  private static List<Object> parameters(Class<?>[] types) {
    List<Object> parameters = new ArrayList<>();
    for (String name : Subject.typeNames(types)) parameters.add(object("type", name));
    return parameters;
  }

  /** The few methods of each kind of collection that are believed to be atomic (POPL'19 §5.1). */
  private static boolean isTrusted(Method method, Class<?> type) {
    String call = method.getName() + "/" + method.getParameterCount();
    if (Set.class.isAssignableFrom(type)) return Set.of("add/1", "remove/1", "contains/1").contains(call);
    if (Map.class.isAssignableFrom(type))
      return Set.of("put/2", "get/1", "remove/1", "containsKey/1").contains(call);
    if (Queue.class.isAssignableFrom(type)) return Set.of("offer/1", "poll/0", "peek/0").contains(call);
    return false;
  }

  private static String reasonToSkip(Method method) {
    if (Arrays.asList(method.getExceptionTypes()).contains(InterruptedException.class))
      return "it may wait for another thread for ever";
    for (Class<?> parameter : method.getParameterTypes()) {
      if (parameter.isArray() && method.getName().equals("toArray"))
        return "it fills the array that it is given; toArray() does the same";
      if (!Argument.isMakeable(parameter)) return "no argument can be made for " + parameter.getTypeName();
    }
    Class<?> result = method.getReturnType();
    if (isComparable(result)) return null;
    return "its result, a " + result.getTypeName() + ", has no value to compare";
  }

  private static boolean isComparable(Class<?> type) {
    if (type.isPrimitive() || type.isArray() || type == Object.class || type == Comparable.class) return true;
    List<Class<?>> known =
        List.of(
            Collection.class, Map.class, Map.Entry.class, Iterator.class,
            Enumeration.class, Number.class);
    for (Class<?> kind : known) if (kind.isAssignableFrom(type)) return true;
    try {
      return !type.isInterface() && type.getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException impossible) {
      return false;
    }
  }

  /** A JSON object of the given keys and values. */
  static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2)
      object.put((String) keysAndValues[i], keysAndValues[i + 1]);
    return object;
  }
}

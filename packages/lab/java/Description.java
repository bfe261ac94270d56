package sightline;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/** What reflection tells of a class, as a specification that people can edit. */
final class Description {
  /** Methods that are about objects in general, not about what this one holds. */
  private static final Set<String> GENERAL = Set.of("equals", "hashCode", "clone", "compareTo");

  private Description() {}

  static Map<String, Object> of(Subject subject) throws Subject.Unsuitable {
    List<Object> methods = new ArrayList<>();
    List<Object> skipped = new ArrayList<>();
    for (Method method : subject.methods()) {
      if (method.getDeclaringClass() == Object.class || GENERAL.contains(method.getName())) continue;
      Overload overload = new Overload(subject, method);
      String reason = reasonToSkip(method, subject);
      if (reason == null) reason = overload.reasonToSkip();
      if (reason == null) methods.add(describe(method, subject, overload));
      else skipped.add(object("name", Subject.signature(method), "reason", reason));
    }
    Map<String, Object> spec = object("class", subject.type.getCanonicalName());
    if (!subject.constructorArguments.isEmpty()) {
      List<Object> parameters = new ArrayList<>();
      for (String name : Subject.typeNames(subject.constructor.getParameterTypes()))
        parameters.add(object("type", name));
      spec.put("parameters", parameters);
      spec.put("default_parameters", subject.constructorArguments);
    }
    spec.put("methods", methods);
    spec.put("skipped", skipped);
    return spec;
  }

  private static Map<String, Object> describe(Method method, Subject subject, Overload overload) {
    List<Object> parameters = new ArrayList<>();
    List<Shape> shapes = subject.shapesOf(method);
    for (int i = 0; i < shapes.size(); i++) {
      Map<String, Object> parameter = parameter(method.getParameterTypes()[i], shapes.get(i));
      if (overload.isCast(i)) parameter.put("cast", true);
      parameters.add(parameter);
    }
    Map<String, Object> spec = object("name", method.getName(), "parameters", parameters);
    boolean isVoid = method.getReturnType() == void.class;
    if (isVoid) spec.put("void", true);
    if (!isVoid && MethodName.reads(method.getName())) spec.put("readonly", true);
    if (isTrusted(method, subject.type)) spec.put("trusted", true);
    return spec;
  }

  /** A type with what is to be known to draw arguments for it. */
  private static Map<String, Object> parameter(Class<?> declared, Shape shape) {
    Map<String, Object> parameter = object("type", declared.getTypeName());
    if (shape.type() != declared) parameter.put("as", shape.type().getTypeName());
    List<Shape> parts = Container.parts(shape);
    if (parts.stream().anyMatch(part -> part.type() != Object.class))
      parameter.put("of", parts.stream().map(part -> (Object) parameter(part.type(), part)).toList());
    List<Object> examples = Examples.of(shape);
    if (shape.type().isEnum() || !examples.isEmpty() && examples.get(0) instanceof Map)
      parameter.put("values", examples); // no other type is known to have these
    return parameter;
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

  private static String reasonToSkip(Method method, Subject subject) {
    for (Shape shape : subject.shapesOf(method))
      if (Examples.of(shape).isEmpty()) return "no argument can be made for " + shape;
    return null;
  }

  /** A JSON object of the given keys and values. */
  static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2)
      object.put((String) keysAndValues[i], keysAndValues[i + 1]);
    return object;
  }
}

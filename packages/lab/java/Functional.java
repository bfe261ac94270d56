package sightline;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** An interface with one abstract method, and the functions that can be given for it. */
record Functional(Shape shape, List<Shape> parameters, Shape result) {
  private static final List<String> NAMES = List.of("x", "y", "z", "u", "v", "w");

  /** The interface as one of functions, or null. */
  static Functional of(Shape shape) {
    Class<?> type = shape.type();
    if (!type.isInterface() || type.isSealed() || !Shape.isNameable(type)) return null;
    List<Method> open = Arrays.stream(type.getMethods()).filter(Functional::isOpen).toList();
    // A method that is declared again, with other generic types, is there several times.
    if (open.isEmpty() || open.stream().anyMatch(method -> !isAlike(method, open.get(0)))) return null;
    Method method = open.get(0);
    List<Shape> parameters = new ArrayList<>();
    for (Type parameter : method.getGenericParameterTypes())
      parameters.add(Shape.of(parameter, shape.bindings()));
    if (parameters.size() > NAMES.size()) return null;
    return new Functional(shape, parameters, Shape.of(method.getGenericReturnType(), shape.bindings()));
  }

  private static boolean isOpen(Method method) {
    if (!Modifier.isAbstract(method.getModifiers())) return false;
    try {
      Object.class.getMethod(method.getName(), method.getParameterTypes());
      return false; // every object has it, as Comparator.equals
    } catch (NoSuchMethodException itsOwn) {
      return true;
    }
  }

  private static boolean isAlike(Method one, Method other) {
    return one.getName().equals(other.getName()) && one.getParameterCount() == other.getParameterCount();
  }

  /** What values of a type are, as far as functions go. */
  private enum Sort { NOTHING, TRUTH, NUMBER, TEXT, OTHER }

  private static Sort sortOf(Shape shape) {
    Class<?> type = shape.type();
    if (type == void.class || type == Void.class) return Sort.NOTHING;
    if (type == boolean.class || type == Boolean.class) return Sort.TRUTH;
    if (type == String.class || type == CharSequence.class) return Sort.TEXT;
    return Argument.isNumber(type) ? Sort.NUMBER : Sort.OTHER; // what takes anything is given numbers
  }

  /** Whether a function can be given for the interface. */
  boolean takes(Lambda lambda) {
    if (lambda.parameters.size() != parameters.size()) return false;
    Sort sort = sortOf(result);
    boolean any = result.type() == Object.class;
    switch (lambda.form) {
      case NOTHING:
        return sort == Sort.NOTHING;
      case LITERAL:
        return sort == Sort.NOTHING
            ? result.type() == Void.class && lambda.literal == null
            : Argument.fit(lambda.literal, result) != Argument.UNFIT;
      case PARAMETER:
        Shape given = parameters.get(lambda.parameter);
        return any || result.type().isAssignableFrom(given.type()) || sort != Sort.OTHER && sort == sortOf(given);
      case COMPARISON:
        return any || sort == Sort.TRUTH;
      case ORDER:
        return sort == Sort.NUMBER;
      default:
        return sort == Sort.NUMBER || sort == Sort.TEXT;
    }
  }

  /** A few functions for the interface, the most telling first; none where no result can be made. */
  List<String> examples() {
    Set<String> bodies = new LinkedHashSet<>();
    List<String> names = NAMES.subList(0, parameters.size());
    List<String> numbers = namesOf(Sort.NUMBER);
    List<String> texts = namesOf(Sort.TEXT);
    switch (sortOf(result)) {
      case NOTHING:
        bodies.add(result.type() == void.class ? "{}" : "null");
        break;
      case TRUTH:
        if (!numbers.isEmpty()) bodies.add(numbers.get(0) + " == 0");
        else if (!texts.isEmpty()) bodies.add(texts.get(0) + " == \"a\"");
        else bodies.add("false");
        bodies.add("true");
        break;
      case NUMBER:
        if (shape.type() == java.util.Comparator.class)
          return List.of("(x, y) -> x.compareTo(y)", "(x, y) -> y.compareTo(x)");
        if (numbers.size() > 1) bodies.add(numbers.get(0) + " + " + numbers.get(1));
        if (!numbers.isEmpty()) bodies.add(numbers.get(numbers.size() - 1) + " + 1");
        else bodies.add("0");
        bodies.add("1");
        break;
      case TEXT:
        if (!texts.isEmpty()) bodies.add(texts.get(texts.size() - 1) + " + \"a\"");
        bodies.add("\"a\"");
        bodies.add("\"b\"");
        break;
      default:
        for (int i = 0; i < names.size(); i++)
          if (result.type().isAssignableFrom(parameters.get(i).type())) bodies.add(names.get(i));
        Examples.of(result).stream().limit(2).forEach(value -> bodies.add(Json.write(value)));
    }
    // An old value that becomes null is, in many collections, one that goes.
    if (!bodies.isEmpty() && !names.isEmpty() && !result.type().isPrimitive() && result.type() != Boolean.class)
      bodies.add("null");
    String head = names.size() == 1 ? "x -> " : "(" + String.join(", ", names) + ") -> ";
    return bodies.stream().map(body -> head + body).toList();
  }

  private List<String> namesOf(Sort sort) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++)
      if (sortOf(parameters.get(i)) == sort) names.add(NAMES.get(i));
    return names;
  }

  /** An object of the interface that does what the function says. It is known by the function's text. */
  Object make(Lambda lambda) {
    Class<?> type = shape.type();
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new Handler(lambda, result, literalOf(lambda)));
  }

  private Supplier<Object> literalOf(Lambda lambda) {
    return lambda.literal == null ? () -> null : Maker.of(lambda.literal, result);
  }

  private record Handler(Lambda lambda, Shape result, Supplier<Object> literal) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Object.class) return invokeGeneral(proxy, method, arguments);
      if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, arguments);
      if (lambda.form == Lambda.Form.NOTHING || lambda.form == Lambda.Form.LITERAL) return literal.get();
      Object value = lambda.apply(arguments == null ? new Object[0] : arguments);
      return value instanceof Number number ? Maker.makeNumber(number, result.type()) : value;
    }

    private Object invokeGeneral(Object proxy, Method method, Object[] arguments) {
      switch (method.getName()) {
        case "equals":
          return lambda.text.equals(textOf(arguments[0])) && arguments[0].getClass() == proxy.getClass();
        case "hashCode":
          return lambda.text.hashCode();
        default:
          return lambda.text;
      }
    }
  }

  /** The text of a function that was made here; null for any other object. */
  static String textOf(Object object) {
    if (object == null || !Proxy.isProxyClass(object.getClass())) return null;
    return Proxy.getInvocationHandler(object) instanceof Handler handler ? handler.lambda().text : null;
  }
}

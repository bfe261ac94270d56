package sightline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A few values of a type. */
final class Examples {
  /** So many constants of an enum are tried. */
  private static final int MOST_CONSTANTS = 4;

  private Examples() {}

  /** A few values that can be given for a type, as JSON; none where nothing can be made. */
  static List<Object> of(Shape shape) {
    Class<?> type = shape.type();
    if (Argument.isFraction(type)) return List.of(0.5, 1.5); // so that they are not taken for whole ones
    if (Argument.isNumber(type)) return List.of(0, 1);
    if (Argument.isTruth(type)) return List.of(false, true);
    if (Argument.isText(type)) return List.of("a", "b");
    if (type == TimeUnit.class) return List.of("NANOSECONDS", "MICROSECONDS"); // nobody waits for long
    if (type.isEnum() && Shape.isNameable(type)) return constantsOf(type);
    List<List<Object>> parts = Container.parts(shape).stream().map(Examples::of).toList();
    if (parts.stream().anyMatch(List::isEmpty)) return List.of();
    if (parts.size() == 2) return List.of(List.of(List.of(parts.get(0).get(0), parts.get(1).get(0))));
    if (parts.size() == 1) {
      List<Object> one = List.of(parts.get(0).get(0));
      return type == Optional.class ? List.of(one, List.of()) : List.of(one, parts.get(0));
    }
    Functional functional = Functional.of(shape);
    if (functional == null) return List.of();
    return functional.examples().stream().map(text -> (Object) Map.of("fn", text)).toList();
  }

  private static List<Object> constantsOf(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    return IntStream.range(0, Math.min(constants.length, MOST_CONSTANTS))
        .mapToObj(i -> (Object) ((Enum<?>) constants[i]).name())
        .toList();
  }
}

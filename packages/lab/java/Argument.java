package sightline;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Arguments of calls: how well a JSON value fits a parameter's type. */
final class Argument {
  /** The value cannot be given for the type. */
  static final int UNFIT = -1;

  /** The types that whole numbers fit, the ones that Java would prefer first. */
  private static final List<Class<?>> WHOLE =
      List.of(
          int.class, long.class, short.class, byte.class, float.class, double.class, Integer.class,
          Long.class, Short.class, Byte.class, Float.class, Double.class, BigInteger.class,
          BigDecimal.class, Number.class, Comparable.class, java.io.Serializable.class, Object.class);

  /** The types that other numbers fit. */
  private static final List<Class<?>> FRACTION =
      List.of(
          double.class, float.class, Double.class, Float.class, BigDecimal.class, Number.class,
          Comparable.class, java.io.Serializable.class, Object.class);

  private static final List<Class<?>> TRUTH =
      List.of(boolean.class, Boolean.class, Comparable.class, java.io.Serializable.class, Object.class);

  private static final List<Class<?>> TEXT =
      List.of(
          String.class, CharSequence.class, Comparable.class, java.io.Serializable.class, Object.class);

  private Argument() {}

  /** Whether whole numbers are given for the type. */
  static boolean isNumber(Class<?> type) {
    return WHOLE.contains(type);
  }

  /** Whether the type is one of numbers that need not be whole. */
  static boolean isFraction(Class<?> type) {
    return FRACTION.contains(type) && FRACTION.indexOf(type) < FRACTION.indexOf(Number.class);
  }

  static boolean isTruth(Class<?> type) {
    return TRUTH.contains(type);
  }

  static boolean isText(Class<?> type) {
    return TEXT.contains(type) || type == char.class || type == Character.class;
  }

  /** How well a value fits: 0 is best, UNFIT not at all. */
  static int fit(Object json, Shape shape) {
    Class<?> type = shape.type();
    if (json == null) return type.isPrimitive() ? UNFIT : type == Object.class ? 1 : 0;
    if (json instanceof Integer || json instanceof Long)
      return isInRange(((Number) json).longValue(), type) ? WHOLE.indexOf(type) : UNFIT;
    if (json instanceof Double) return FRACTION.indexOf(type);
    if (json instanceof Boolean) return TRUTH.indexOf(type);
    if (json instanceof String string) return fitText(string, type);
    if (json instanceof List<?> list) return fitList(list, shape);
    Map<?, ?> object = (Map<?, ?>) json;
    Object cast = castTo(object, type);
    if (cast != NO_CAST) return fit(cast, shape) == UNFIT ? UNFIT : 0;
    if (functionIn(object) != null && !Container.isMap(type)) {
      Functional functional = Functional.of(shape);
      return functional != null && functional.takes(new Lambda(functionIn(object))) ? 0 : UNFIT;
    }
    if (!Container.isMap(type)) return type == Object.class ? 3 : UNFIT;
    for (Map.Entry<?, ?> entry : object.entrySet())
      if (!isPair(Arrays.asList(entry.getKey(), entry.getValue()), shape)) return UNFIT;
    return 0;
  }

  private static boolean isInRange(long value, Class<?> type) {
    if (type == byte.class || type == Byte.class) return value == (byte) value;
    if (type == short.class || type == Short.class) return value == (short) value;
    if (type == int.class || type == Integer.class) return value == (int) value;
    return true;
  }

  private static int fitText(String text, Class<?> type) {
    if (type == char.class || type == Character.class) return text.length() == 1 ? 1 : UNFIT;
    if (type.isEnum()) return constantOf(type, text) == null ? UNFIT : 1;
    return TEXT.indexOf(type);
  }

  static Object constantOf(Class<?> type, String name) {
    for (Object constant : type.getEnumConstants())
      if (((Enum<?>) constant).name().equals(name)) return constant;
    return null;
  }

  private static int fitList(List<?> list, Shape shape) {
    Class<?> type = shape.type();
    if (Container.isMap(type)) return list.stream().allMatch(pair -> isPair(pair, shape)) ? 2 : UNFIT;
    boolean collection = Container.isCollection(type);
    if (type == Optional.class ? list.size() > 1 : !type.isArray() && !collection)
      return type == Object.class ? 3 : UNFIT;
    Shape element = Container.parts(shape).get(0);
    return list.stream().allMatch(part -> fit(part, element) != UNFIT) ? (collection ? 1 : 0) : UNFIT;
  }

  private static boolean isPair(Object json, Shape map) {
    return json instanceof List<?> pair
        && pair.size() == 2
        && fit(pair.get(0), Container.keyOf(map)) != UNFIT
        && fit(pair.get(1), Container.valueOf(map)) != UNFIT;
  }

  static final Object NO_CAST = new Object();

  /** The value in `{"long": 1}`, which tells that it is given for that type and no other. */
  static Object castTo(Map<?, ?> object, Class<?> type) {
    if (object.size() != 1) return NO_CAST;
    Map.Entry<?, ?> only = object.entrySet().iterator().next();
    return isNameOf((String) only.getKey(), type) ? only.getValue() : NO_CAST;
  }

  /** Whether a type is called so, with its package or without. */
  static boolean isNameOf(String name, Class<?> type) {
    return name.equals(type.getSimpleName())
        || name.equals(type.getTypeName())
        || name.equals(type.getCanonicalName());
  }

  /** The text in `{"fn": "x -> x + 1"}`; null in any other object. */
  static String functionIn(Map<?, ?> object) {
    return object.size() == 1 && object.get("fn") instanceof String text ? text : null;
  }
}

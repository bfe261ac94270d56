package sightline;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Makes objects of JSON values. */
final class Maker {
  /**
   * What was made and cannot change. Equal values are one object, so that an object that compares by
   * identity does in each run what it does alone.
   */
  private static final Map<Object, Object> CONSTANTS = new ConcurrentHashMap<>();

  private Maker() {}

  /** Whether the object for a value that fits the type cannot change, so that one serves all executions. */
  static boolean isLasting(Object json, Shape shape) {
    if (!(json instanceof Map<?, ?> object)) return !(json instanceof List<?>);
    Object cast = Argument.castTo(object, shape.type());
    if (cast != Argument.NO_CAST) return isLasting(cast, shape);
    return Argument.functionIn(object) != null && !Map.class.isAssignableFrom(shape.type());
  }

  /** The object for a value that fits the type. */
  static Object make(Object json, Shape shape) {
    return of(json, shape).get();
  }

  /** What gives objects for a value that fits the type, fresh ones where they can change, and quickly. */
  static Supplier<Object> of(Object json, Shape shape) {
    Class<?> type = shape.type();
    if (json instanceof List<?> list) return makerOfList(list, shape);
    if (json instanceof Map<?, ?> object) {
      Object cast = Argument.castTo(object, type);
      if (cast != Argument.NO_CAST) return of(cast, shape);
      if (Argument.functionIn(object) == null || Map.class.isAssignableFrom(type) || type == Object.class)
        return makerOfMap(pairsOf(object), shape);
    }
    Object made = makeConstant(json, shape);
    if (made == null) return () -> null;
    Object constant = CONSTANTS.computeIfAbsent(made, own -> own);
    return () -> constant;
  }

  private static List<?> pairsOf(Map<?, ?> object) {
    return object.entrySet().stream()
        .map(entry -> Arrays.asList(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Object makeConstant(Object json, Shape shape) {
    Class<?> type = shape.type();
    if (json instanceof Number number) return makeNumber(number, type);
    if (json instanceof Map<?, ?> object) return Functional.of(shape).make(new Lambda(Argument.functionIn(object)));
    if (!(json instanceof String text)) return json;
    if (type == char.class || type == Character.class) return text.charAt(0);
    return type.isEnum() ? Argument.constantOf(type, text) : text;
  }

  static Object makeNumber(Number number, Class<?> type) {
    if (type == int.class || type == Integer.class) return number.intValue();
    if (type == long.class || type == Long.class) return number.longValue();
    if (type == short.class || type == Short.class) return number.shortValue();
    if (type == byte.class || type == Byte.class) return number.byteValue();
    if (type == double.class || type == Double.class) return number.doubleValue();
    if (type == float.class || type == Float.class) return number.floatValue();
    if (type == BigInteger.class) return BigInteger.valueOf(number.longValue());
    if (type == BigDecimal.class) return new BigDecimal(number.toString());
    return number;
  }

  private static Supplier<Object> makerOfList(List<?> list, Shape shape) {
    Class<?> type = shape.type();
    if (Map.class.isAssignableFrom(type)) return makerOfMap(list, shape);
    Shape element = type == Object.class ? Shape.of(Object.class) : Container.parts(shape).get(0);
    List<Supplier<Object>> elements = makers(list, element);
    if (type == Optional.class)
      return elements.isEmpty() ? Optional::empty : () -> Optional.ofNullable(elements.get(0).get());
    if (type.isArray())
      return () -> {
        Object array = Array.newInstance(type.getComponentType(), elements.size());
        for (int i = 0; i < elements.size(); i++) Array.set(array, i, elements.get(i).get());
        return array;
      };
    Supplier<?> empty = Container.emptyCollection(type == Object.class ? List.class : type);
    return () -> {
      @SuppressWarnings("unchecked")
      Collection<Object> collection = (Collection<Object>) empty.get();
      for (Supplier<Object> part : elements) collection.add(part.get());
      return collection;
    };
  }

  private static Supplier<Object> makerOfMap(List<?> pairs, Shape shape) {
    boolean any = shape.type() == Object.class;
    List<Supplier<Object>> keys = makers(column(pairs, 0), any ? shape : Container.keyOf(shape));
    List<Supplier<Object>> values = makers(column(pairs, 1), any ? shape : Container.valueOf(shape));
    Supplier<?> empty = Container.emptyMap(any ? Map.class : shape.type());
    return () -> {
      @SuppressWarnings("unchecked")
      Map<Object, Object> map = (Map<Object, Object>) empty.get();
      for (int i = 0; i < keys.size(); i++) map.put(keys.get(i).get(), values.get(i).get());
      return map;
    };
  }

  private static List<?> column(List<?> pairs, int number) {
    return pairs.stream().map(pair -> ((List<?>) pair).get(number)).toList();
  }

  private static List<Supplier<Object>> makers(List<?> values, Shape shape) {
    List<Supplier<Object>> makers = new ArrayList<>();
    for (Object value : values) makers.add(of(value, shape));
    return makers;
  }
}

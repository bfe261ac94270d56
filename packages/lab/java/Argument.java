package sightline;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Arguments of calls: how well a JSON value fits a parameter's type, as an object, and as Java code. */
public final class Argument {
  /** The value cannot be given for the type. */
  static final int UNFIT = -1;

  /** The types that whole numbers fit, the ones that Java would prefer first. */
  private static final List<Class<?>> WHOLE =
      List.of(
          int.class, long.class, short.class, byte.class, float.class, double.class, Integer.class,
          Long.class, Short.class, Byte.class, Float.class, Double.class, Number.class, Comparable.class,
          java.io.Serializable.class, Object.class);

  /** The parameter types that arguments can be made for. */
  private static final Set<Class<?>> MAKEABLE = makeable();

  private Argument() {}

  private static Set<Class<?>> makeable() {
    Set<Class<?>> types = new HashSet<>(WHOLE);
    types.addAll(
        List.of(boolean.class, Boolean.class, char.class, Character.class, String.class, CharSequence.class));
    types.addAll(List.of(Iterable.class, Collection.class, List.class, Set.class, Map.class));
    types.addAll(List.of(java.util.SortedSet.class, java.util.SortedMap.class));
    return types;
  }

  static boolean isMakeable(Class<?> type) {
    return type.isArray() ? isMakeable(type.getComponentType()) : MAKEABLE.contains(type);
  }

  /** How well a value fits: 0 is best, UNFIT not at all. */
  static int fit(Object json, Class<?> type) {
    if (json == null) return type.isPrimitive() ? UNFIT : type == Object.class ? 1 : 0;
    if (json instanceof Integer || json instanceof Long) {
      if (json instanceof Long && List.of(int.class, Integer.class).contains(type)) return UNFIT;
      return WHOLE.indexOf(type);
    }
    if (json instanceof Double)
      return List.of(double.class, float.class, Double.class, Float.class, Number.class, Object.class)
          .indexOf(type);
    if (json instanceof Boolean) return List.of(boolean.class, Boolean.class, Object.class).indexOf(type);
    if (json instanceof String string) {
      if (string.length() == 1 && (type == char.class || type == Character.class)) return 1;
      return List.of(String.class, CharSequence.class, Comparable.class, Object.class).indexOf(type);
    }
    if (json instanceof List<?> list) {
      if (type.isArray())
        return list.stream().allMatch(e -> fit(e, type.getComponentType()) != UNFIT) ? 0 : UNFIT;
      if (type == Map.class || type == java.util.SortedMap.class) return pairs(list) ? 2 : UNFIT;
      return isMakeable(type) && Iterable.class.isAssignableFrom(type) ? 1 : type == Object.class ? 3 : UNFIT;
    }
    return type == Map.class || type == java.util.SortedMap.class ? 0 : type == Object.class ? 3 : UNFIT;
  }

  private static boolean pairs(List<?> list) {
    return list.stream().allMatch(element -> element instanceof List<?> pair && pair.size() == 2);
  }

  /** A fresh object for a value that fits the type. */
  public static Object make(Object json, Class<?> type) {
    if (json instanceof Number number) return makeNumber(number, type);
    if (json instanceof String string && (type == char.class || type == Character.class))
      return string.charAt(0);
    if (json instanceof List<?> list) {
      if (type.isArray()) return makeArray(list, type.getComponentType());
      if (Map.class.isAssignableFrom(type)) return makeMap(list, type);
      List<Object> elements = new ArrayList<>();
      for (Object element : list) elements.add(make(element, Object.class));
      if (type == java.util.SortedSet.class) return new TreeSet<>(elements);
      return type == Set.class ? new LinkedHashSet<>(elements) : elements;
    }
    if (json instanceof Map<?, ?> object) {
      Map<Object, Object> map = emptyMap(type);
      object.forEach((key, value) -> map.put(key, make(value, Object.class)));
      return map;
    }
    return json;
  }

  private static Object makeNumber(Number number, Class<?> type) {
    if (type == long.class || type == Long.class) return number.longValue();
    if (type == short.class || type == Short.class) return number.shortValue();
    if (type == byte.class || type == Byte.class) return number.byteValue();
    if (type == double.class || type == Double.class) return number.doubleValue();
    if (type == float.class || type == Float.class) return number.floatValue();
    return number;
  }

  private static Object makeArray(List<?> list, Class<?> componentType) {
    Object array = Array.newInstance(componentType, list.size());
    for (int i = 0; i < list.size(); i++) Array.set(array, i, make(list.get(i), componentType));
    return array;
  }

  private static Map<Object, Object> makeMap(List<?> list, Class<?> type) {
    Map<Object, Object> map = emptyMap(type);
    for (Object element : list) {
      List<?> pair = (List<?>) element;
      map.put(make(pair.get(0), Object.class), make(pair.get(1), Object.class));
    }
    return map;
  }

  private static Map<Object, Object> emptyMap(Class<?> type) {
    return type == java.util.SortedMap.class ? new TreeMap<>() : new LinkedHashMap<>();
  }

  /**
   * Java code for a value that fits the type: a literal or, for what has none, code that makes it afresh
   * from a constant; `constant` gives the name of a field that holds the value.
   */
  static String code(Object json, Class<?> type, Function<Object, String> constant) {
    String name = type.getCanonicalName();
    boolean isNumber = json instanceof Integer && type.isPrimitive();
    if (json == null || json instanceof Boolean || isNumber) return "(" + name + ") " + json;
    if (json instanceof Integer && type.isAssignableFrom(Integer.class))
      return "(" + name + ") Integer.valueOf(" + json + ")";
    return "(" + name + ") sightline.Argument.make(" + constant.apply(json) + ", " + name + ".class)";
  }

  /** What generated code reads its constants with. */
  public static Object read(String json) {
    return Json.read(json);
  }
}

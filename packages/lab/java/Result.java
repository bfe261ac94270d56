package sightline;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a call gave back, as a value that no longer changes: null, Boolean, Integer, Long, Double, String,
 * Thrown, or a List of such. Two equal values have the same JSON.
 */
public final class Result {
  /** No collection of a test is as long; an iterator that goes on for ever would be. */
  private static final int MOST_ELEMENTS = 10_000;

  /** JSON's readers hold whole numbers exactly up to here; larger ones are written as text. */
  private static final long LARGEST_EXACT = 1L << 53;

  private Result() {}

  /** An exception, known by the name of its class. */
  record Thrown(String name) {}

  /** The value of an exception that a call ended with. */
  public static Object thrown(Throwable exception) {
    String name = exception.getClass().getSimpleName();
    return new Thrown(name.isEmpty() ? exception.getClass().getName() : name);
  }

  /** A copy of a result; views and iterators are read to their end, as a part of the call. */
  public static Object freeze(Object value) {
    if (value == null || value instanceof Integer || value instanceof Boolean || value instanceof String)
      return value;
    return freezeOther(value);
  }

  private static Object freezeOther(Object value) {
    if (value instanceof Long || value instanceof Short || value instanceof Byte)
      return whole(((Number) value).longValue());
    if (value instanceof Double || value instanceof Float) return fraction(((Number) value).doubleValue());
    if (value instanceof Map.Entry<?, ?> entry)
      return pair(freeze(entry.getKey()), freeze(entry.getValue()));
    if (value instanceof Map<?, ?> map) return freezeAll(map.entrySet().iterator());
    if (value instanceof Iterable<?> elements) return freezeAll(elements.iterator());
    if (value instanceof Iterator<?> elements) return freezeAll(elements);
    if (value instanceof Enumeration<?> elements) return freezeAll(elements.asIterator());
    if (value.getClass().isArray()) return freezeArray(value);
    return value.toString();
  }

  private static Object whole(long value) {
    if (value == (int) value) return (int) value;
    return Math.abs(value) <= LARGEST_EXACT ? (Object) value : Long.toString(value);
  }

  private static Object fraction(double value) {
    if (value == Math.rint(value) && Math.abs(value) <= LARGEST_EXACT) return whole((long) value);
    return Double.isFinite(value) ? (Object) value : Double.toString(value);
  }

  private static List<Object> pair(Object key, Object value) {
    List<Object> pair = new ArrayList<>(2);
    pair.add(key);
    pair.add(value);
    return pair;
  }

  private static List<Object> freezeAll(Iterator<?> elements) {
    List<Object> list = new ArrayList<>();
    while (elements.hasNext()) {
      if (list.size() == MOST_ELEMENTS) throw new IllegalStateException("a result without an end");
      list.add(freeze(elements.next()));
    }
    return list;
  }

  private static List<Object> freezeArray(Object array) {
    int length = Array.getLength(array);
    List<Object> list = new ArrayList<>(length);
    for (int i = 0; i < length; i++) list.add(freeze(Array.get(array, i)));
    return list;
  }

  /**
   * Frozen values as a text of JSON in which no blank and nothing beyond ASCII occurs, so that it can be
   * read in the middle of a line for people.
   */
  public static String text(Object[] frozen) {
    List<Object> values = new ArrayList<>(frozen.length);
    for (Object value : frozen) values.add(json(value));
    String text = Json.write(values);
    if (text.chars().allMatch(c -> c > ' ' && c < 127)) return text;
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray())
      escaped.append(c > ' ' && c < 127 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    return escaped.toString();
  }

  /** A frozen value as Json writes it. */
  static Object json(Object frozen) {
    if (frozen instanceof Thrown thrown) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("throws", thrown.name());
      return json;
    }
    return frozen;
  }
}

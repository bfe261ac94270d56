package sightline;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;

/**
 * What a call gave back, as a value that no longer changes: null, Boolean, Integer, Long, Double, String,
 * Token, or a List of such. Two equal values have the same JSON.
 */
public final class Result {
  /** No collection of a test is as long; an iterator that goes on for ever would be. */
  private static final int MOST_ELEMENTS = 10_000;

  /** JSON's readers hold whole numbers exactly up to here; larger ones are written as text. */
  private static final long LARGEST_EXACT = 1L << 53;

  private Result() {}

  /** What has no value of its own, as the JSON object `{"kind": value}`. */
  record Token(String kind, Object value) {}

  /** The call waits for ever: nothing that is left to run can wake it. */
  static final Token BLOCKED = new Token("blocked", true);

  /** A step after such a call: it was never begun. */
  static final Token NOT_REACHED = new Token("reached", false);

  /** The object under test itself, which goes on changing. */
  private static final Token SELF = new Token("this", true);

  /** Lists inside lists are followed so far: one that holds itself would have no end. */
  private static final int DEEPEST = 20;

  /** What Object.toString says of an object's identity. */
  private static final Pattern IDENTITY = Pattern.compile("(?<=[\\w$;])@[0-9a-f]{1,8}\\b");

  /** Of classes without a toString of their own: what stands for their objects. Null for all others. */
  private static final ClassValue<Optional<String>> ANONYMOUS =
      new ClassValue<>() {
        @Override
        protected Optional<String> computeValue(Class<?> type) {
          return hasText(type) ? Optional.empty() : Optional.of(articled(nameOf(type)));
        }
      };

  /** The value of an exception that a call ended with; a fault of this harness is none of the object's. */
  public static Object thrown(Throwable exception) {
    if (exception instanceof Fault fault) return fault(fault.getMessage());
    String name = exception.getClass().getSimpleName();
    return new Token("throws", name.isEmpty() ? exception.getClass().getName() : name);
  }

  /** What stands for a result where there is none, because this harness could not do its part. */
  static Object fault(String reason) {
    return new Token("harness", reason);
  }

  /**
   * A copy of a result of a call of `self`; views and iterators are read to their end, as a part of the
   * call.
   */
  public static Object freeze(Object value, Object self) {
    return freeze(value, self, 0);
  }

  private static Object freeze(Object value, Object self, int depth) {
    if (value == null || value instanceof Integer || value instanceof Boolean || value instanceof String)
      return value;
    if (value == self) return SELF;
    return depth > DEEPEST ? "…" : freezeOther(value, self, depth + 1);
  }

  private static Object freezeOther(Object value, Object self, int depth) {
    if (value instanceof Long || value instanceof Short || value instanceof Byte)
      return whole(((Number) value).longValue());
    if (value instanceof Double || value instanceof Float) return fraction(((Number) value).doubleValue());
    if (value instanceof Map.Entry<?, ?> entry)
      return pair(freeze(entry.getKey(), self, depth), freeze(entry.getValue(), self, depth));
    if (value instanceof Map<?, ?> map) return freezeAll(map.entrySet().iterator(), self, depth);
    if (value instanceof Iterable<?> elements) return freezeAll(elements.iterator(), self, depth);
    if (value instanceof Iterator<?> elements) return freezeAll(elements, self, depth);
    if (value instanceof Enumeration<?> elements) return freezeAll(elements.asIterator(), self, depth);
    if (value instanceof BaseStream<?, ?> elements) return freezeAll(elements.iterator(), self, depth);
    if (value instanceof Spliterator<?> elements)
      return freezeAll(Spliterators.iterator(elements), self, depth);
    if (value instanceof Optional<?> optional) return freezeAll(optional.stream().iterator(), self, depth);
    if (value.getClass().isArray()) return freezeArray(value, self, depth);
    String function = Functional.textOf(value);
    if (function != null) return new Token("fn", function);
    Optional<String> anonymous = ANONYMOUS.get(value.getClass());
    return anonymous.isPresent() ? anonymous.get() : IDENTITY.matcher(value.toString()).replaceAll("");
  }

  private static boolean hasText(Class<?> type) {
    try {
      return type.getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException impossible) {
      return true;
    }
  }

  /** A name that is the same in each run: that of a lambda is not. */
  private static String nameOf(Class<?> type) {
    if (!type.isHidden() && !type.isSynthetic() && !type.isAnonymousClass()) return type.getSimpleName();
    Class<?>[] interfaces = type.getInterfaces();
    return (interfaces.length > 0 ? interfaces[0] : type.getSuperclass()).getSimpleName();
  }

  private static String articled(String name) {
    return ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
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

  private static List<Object> freezeAll(Iterator<?> elements, Object self, int depth) {
    List<Object> list = new ArrayList<>();
    while (elements.hasNext()) {
      if (list.size() == MOST_ELEMENTS) throw new Fault("a result has no end");
      list.add(freeze(elements.next(), self, depth));
    }
    return list;
  }

  private static List<Object> freezeArray(Object array, Object self, int depth) {
    int length = Array.getLength(array);
    List<Object> list = new ArrayList<>(length);
    for (int i = 0; i < length; i++) list.add(freeze(Array.get(array, i), self, depth));
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
    if (frozen instanceof Token token) return Collections.singletonMap(token.kind(), token.value());
    if (!(frozen instanceof List<?> list)) return frozen;
    List<Object> values = new ArrayList<>(list.size());
    for (Object value : list) values.add(json(value));
    return values;
  }
}

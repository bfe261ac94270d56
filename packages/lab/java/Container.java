package sightline;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Supplier;

/** Collections and maps that can be made for a type, and what they and arrays are made of. */
final class Container {
  /** What is given where an interface is asked for: the first that implements it. */
  private static final List<Kind> COLLECTIONS =
      List.of(
          new Kind(ArrayList.class, ArrayList::new),
          new Kind(LinkedHashSet.class, LinkedHashSet::new),
          new Kind(TreeSet.class, TreeSet::new),
          new Kind(ArrayDeque.class, ArrayDeque::new),
          new Kind(LinkedBlockingDeque.class, LinkedBlockingDeque::new),
          new Kind(LinkedTransferQueue.class, LinkedTransferQueue::new));

  private static final List<Kind> MAPS =
      List.of(
          new Kind(LinkedHashMap.class, LinkedHashMap::new),
          new Kind(TreeMap.class, TreeMap::new),
          new Kind(ConcurrentHashMap.class, ConcurrentHashMap::new),
          new Kind(ConcurrentSkipListMap.class, ConcurrentSkipListMap::new));

  private record Kind(Class<?> type, Supplier<?> empty) {}

  private Container() {}

  static boolean isCollection(Class<?> type) {
    return Iterable.class.isAssignableFrom(type) && emptyOf(type, COLLECTIONS) != null;
  }

  static boolean isMap(Class<?> type) {
    return Map.class.isAssignableFrom(type) && emptyOf(type, MAPS) != null;
  }

  /** What gives empty collections of a type. */
  static Supplier<?> emptyCollection(Class<?> type) {
    return emptyOf(type, COLLECTIONS);
  }

  /** What gives empty maps of a type. */
  static Supplier<?> emptyMap(Class<?> type) {
    return emptyOf(type, MAPS);
  }

  /** Null where nothing can be made. */
  private static Supplier<?> emptyOf(Class<?> type, List<Kind> known) {
    for (Kind kind : known) if (type.isAssignableFrom(kind.type)) return kind.empty;
    Class<?> family = known == MAPS ? Map.class : Collection.class;
    if (!family.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) return null;
    if (!Shape.isNameable(type)) return null;
    Constructor<?> constructor;
    try {
      constructor = type.getConstructor();
    } catch (NoSuchMethodException none) {
      return null;
    }
    return () -> {
      try {
        return constructor.newInstance();
      } catch (InvocationTargetException exception) {
        throw new Fault("no " + type.getName() + " can be made: " + exception.getCause());
      } catch (ReflectiveOperationException exception) {
        throw new Fault("no " + type.getName() + " can be made: " + exception);
      }
    };
  }

  static Shape keyOf(Shape shape) {
    return shape.argument(Map.class, 0);
  }

  static Shape valueOf(Shape shape) {
    return shape.argument(Map.class, 1);
  }

  /** The types of the parts of what is made for a type: of elements, or of keys and values. */
  static List<Shape> parts(Shape shape) {
    Class<?> type = shape.type();
    if (type.isArray()) return shape.of();
    if (type == Optional.class) return List.of(shape.argument(Optional.class, 0));
    if (isCollection(type)) return List.of(shape.argument(Iterable.class, 0));
    return isMap(type) ? List.of(keyOf(shape), valueOf(shape)) : List.of();
  }
}

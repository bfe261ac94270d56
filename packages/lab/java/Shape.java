package sightline;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A type with the types that it is made of: `java.util.Map<java.lang.String,java.lang.Integer>`, and an array
 * with that of its elements. Where nothing is known of these, as of a raw type, there are none.
 */
record Shape(Class<?> type, List<Shape> of) {
  /** A type of which no more is known than its class. */
  static Shape of(Class<?> type) {
    return new Shape(type, type.isArray() ? List.of(of(type.getComponentType())) : List.of());
  }

  /** A type as it is declared, where so much is known of its variables; of the others, their bounds. */
  static Shape of(Type type, Map<TypeVariable<?>, Shape> bound) {
    if (type instanceof Class<?> plain) return of(plain);
    if (type instanceof ParameterizedType generic)
      return new Shape(
          (Class<?>) generic.getRawType(),
          Arrays.stream(generic.getActualTypeArguments()).map(argument -> of(argument, bound)).toList());
    if (type instanceof GenericArrayType array) {
      Shape element = of(array.getGenericComponentType(), bound);
      return new Shape(Array.newInstance(element.type, 0).getClass(), List.of(element));
    }
    if (type instanceof WildcardType wildcard) {
      Type[] lower = wildcard.getLowerBounds();
      return of(lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0], bound);
    }
    Shape known = bound.get(type);
    return known != null ? known : of(erase(((TypeVariable<?>) type).getBounds()[0]));
  }

  private static Class<?> erase(Type type) {
    if (type instanceof Class<?> plain) return plain;
    if (type instanceof ParameterizedType generic) return (Class<?>) generic.getRawType();
    return erase(((TypeVariable<?>) type).getBounds()[0]); // a bound is no array and no wildcard
  }

  /** What this type gives for the variables of its class and of all above it. */
  Map<TypeVariable<?>, Shape> bindings() {
    Map<TypeVariable<?>, Shape> bound = new HashMap<>();
    if (!type.isArray()) bind(type, of, bound);
    return bound;
  }

  private static void bind(Class<?> type, List<Shape> arguments, Map<TypeVariable<?>, Shape> bound) {
    TypeVariable<?>[] variables = type.getTypeParameters();
    for (int i = 0; i < Math.min(variables.length, arguments.size()); i++)
      bound.putIfAbsent(variables[i], arguments.get(i));
    List<Type> above = new ArrayList<>(List.of(type.getGenericInterfaces()));
    if (type.getGenericSuperclass() != null) above.add(type.getGenericSuperclass());
    for (Type next : above) bind(erase(next), of(next, bound).of, bound);
  }

  /** What this type gives for a variable of a class above it: of `Map<K,V>`, K is number 0. */
  Shape argument(Class<?> above, int number) {
    Shape known = bindings().get(above.getTypeParameters()[number]);
    return known != null ? known : of(Object.class);
  }

  /** The elements of an array. */
  Shape element() {
    return of.get(0);
  }

  /** Whether code outside its package can name the type. */
  static boolean isNameable(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) element = element.getComponentType();
    for (Class<?> outer = element; outer != null; outer = outer.getEnclosingClass())
      if (!Modifier.isPublic(outer.getModifiers())) return false;
    return element.getCanonicalName() != null && element.getModule().isExported(element.getPackageName());
  }

  /** As `parse` reads it. */
  @Override
  public String toString() {
    if (type.isArray()) return element() + "[]";
    if (of.isEmpty()) return type.getName();
    return type.getName() + "<" + String.join(",", of.stream().map(Shape::toString).toList()) + ">";
  }

  /** Reads what `toString` writes, with the classes that the loader finds. */
  static Shape parse(String text, ClassLoader loader) throws ClassNotFoundException {
    if (text.endsWith("[]")) {
      Shape element = parse(text.substring(0, text.length() - 2), loader);
      return new Shape(Array.newInstance(element.type, 0).getClass(), List.of(element));
    }
    int open = text.indexOf('<');
    if (open < 0) return of(load(text, loader));
    List<Shape> arguments = new ArrayList<>();
    int from = open + 1;
    int depth = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '<') depth++;
      if (depth == 0 && (c == ',' || c == '>')) {
        arguments.add(parse(text.substring(from, i), loader));
        from = i + 1;
      } else if (c == '>') {
        depth--;
      }
    }
    return new Shape(load(text.substring(0, open), loader), arguments);
  }

  private static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
    for (Class<?> primitive :
        List.of(
            boolean.class, char.class, byte.class, short.class, int.class, long.class, float.class,
            double.class, void.class)) if (primitive.getName().equals(name)) return primitive;
    return Class.forName(name, false, loader);
  }
}

package sightline;

import java.util.function.Function;
import java.util.function.Supplier;

/** How the code of programs comes by an argument. */
public final class Recipe {
  private final Supplier<Object> maker;

  private Recipe(Supplier<Object> maker) {
    this.maker = maker;
  }

  /** What generated code begins with: JSON, and the type as Shape writes it. */
  public static Recipe of(String json, String shape) {
    try {
      Shape parsed = Shape.parse(shape, Recipe.class.getClassLoader());
      return new Recipe(Maker.of(Json.read(json), parsed));
    } catch (ClassNotFoundException exception) {
      throw new Fault("an argument of a type that is gone: " + exception);
    }
  }

  /** The object: a fresh one, unless it cannot change. */
  public Object make() {
    return maker.get();
  }

  /**
   * Java code for a value that fits a type: a literal, or a constant, or code that makes it afresh;
   * `constant` gives the name of a field of the given class that is set once to what the code says.
   */
  static String code(Object json, Shape shape, Function<Constant, String> constant) {
    String name = shape.type().getCanonicalName();
    boolean isNumber = json instanceof Integer && shape.type().isPrimitive();
    if (json == null || json instanceof Boolean || isNumber) return "(" + name + ") " + json;
    boolean isBoxed = json instanceof Integer number && number == (byte) (int) number; // always the same box
    if (isBoxed && shape.type().isAssignableFrom(Integer.class))
      return "(" + name + ") Integer.valueOf(" + json + ")";
    String recipe =
        "sightline.Recipe.of(" + literal(Json.write(json)) + ", " + literal(shape.toString()) + ")";
    return Maker.isLasting(json, shape)
        ? constant.apply(new Constant(name, "(" + name + ") " + recipe + ".make()"))
        : "(" + name + ") " + constant.apply(new Constant("sightline.Recipe", recipe)) + ".make()";
  }

  record Constant(String type, String code) {}

  /** Text as Java writes it: what Json escapes, Java does too. */
  private static String literal(String text) {
    return Json.write(text);
  }
}

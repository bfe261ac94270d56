package sightline;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values that people give by the name of their type. */
final class GivenValues {
  private GivenValues() {}

  /** What is wrong with the `values` of a request: one line for each that is not of its type. */
  static List<Object> refusals(Subject subject, Map<String, Object> request) {
    List<Object> refusals = new ArrayList<>();
    Requests.object(request.get("values"))
        .forEach(
            (type, values) -> {
              List<Shape> shapes = shapesNamed(type, subject);
              for (Object value : (List<?>) values) {
                String reason = refusal(value, shapes);
                if (reason != null) refusals.add(Json.write(value) + " is no " + type + reason);
              }
            });
    return refusals;
  }

  private static String refusal(Object value, List<Shape> shapes) {
    try {
      return shapes.stream().anyMatch(shape -> Argument.fit(value, shape) != Argument.UNFIT) ? null : "";
    } catch (IllegalArgumentException exception) { // a function that is none
      return ": " + exception.getMessage();
    }
  }

  /** The types of that name among those of parameters, and those that these are made of. */
  private static List<Shape> shapesNamed(String name, Subject subject) {
    List<Shape> named = new ArrayList<>();
    for (Method method : subject.methods())
      for (Shape shape : subject.shapesOf(method)) addNamed(name, shape, named);
    return named;
  }

  private static void addNamed(String name, Shape shape, List<Shape> named) {
    if (Argument.isNameOf(name, shape.type())) named.add(shape);
    for (Shape part : Container.parts(shape)) addNamed(name, part, named);
  }
}

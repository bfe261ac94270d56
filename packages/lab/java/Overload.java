package sightline;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A method among others of its name. Where the values that are given for it would be taken for another's, as
 * 1 of `append(long)` for that of `append(int)`, some of them have to be written with their type.
 */
final class Overload {
  private final Subject subject;
  private final Method method;
  private final List<Shape> shapes;
  private final Set<Integer> casts = new HashSet<>();

  /** Another that takes the calls of this one, whatever is done. */
  private Method winner = null;

  Overload(Subject subject, Method method) throws Subject.Unsuitable {
    this.subject = subject;
    this.method = method;
    shapes = subject.shapesOf(method);
    List<List<Object>> calls = exampleCalls();
    for (List<Object> call : calls) {
      Method meant = meantBy(call);
      for (int i = 0; meant != null && i < shapes.size(); i++)
        if (subject.shapesOf(meant).get(i).type() != shapes.get(i).type()) casts.add(i);
    }
    if (!casts.isEmpty()) for (List<Object> call : calls) if (winner == null) winner = meantBy(call);
  }

  /** Whether values of a parameter are written with their type, as `{"long": 1}`. */
  boolean isCast(int parameter) {
    return casts.contains(parameter);
  }

  /** Why no call of the method can be written; null where one can. */
  String reasonToSkip() {
    return winner == null ? null : "its calls cannot be told from those of " + Subject.signature(winner);
  }

  /** The first example of each parameter, the second, … */
  private List<List<Object>> exampleCalls() {
    List<List<Object>> examples = shapes.stream().map(Examples::of).toList();
    List<List<Object>> calls = new ArrayList<>();
    if (examples.stream().anyMatch(List::isEmpty)) return calls;
    int count = examples.stream().mapToInt(List::size).max().orElse(0);
    for (int n = 0; n < count; n++) {
      List<Object> call = new ArrayList<>();
      for (List<Object> values : examples) call.add(values.get(n % values.size()));
      calls.add(call);
    }
    return calls;
  }

  /** The other method that a call of this one means; null where it means this one. */
  private Method meantBy(List<Object> values) throws Subject.Unsuitable {
    List<Object> call = new ArrayList<>(values);
    for (int i : casts)
      call.set(i, Collections.singletonMap(shapes.get(i).type().getSimpleName(), values.get(i)));
    Method meant = subject.resolve(method.getName(), call).method();
    return meant.equals(method) ? null : meant;
  }
}

package sightline;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small function as people write it: `x -> x + 1`, `(x, y) -> x`, `() -> "a"`, `x -> x == 0`, `x -> {}`. It
 * always has a result: null counts as 0, or as no text; text is put together by +; what can neither be added
 * nor subtracted stays as it is.
 */
final class Lambda {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|\\d+(?:\\.\\d+)?|[A-Za-z_]\\w*|[=!<>]=|[-+<>().])");

  /** What a body comes to, of the arguments. */
  private interface Expression {
    Object of(Object[] arguments);
  }

  /** The forms of bodies, which tell what results there can be. */
  enum Form { NOTHING, LITERAL, PARAMETER, SUM, COMPARISON, ORDER }

  final String text;
  final List<String> parameters;
  final Form form;

  /** The value of a LITERAL, as JSON. */
  final Object literal;

  /** Which PARAMETER. */
  final int parameter;

  private final Expression body;
  private final List<String> tokens = new ArrayList<>();
  private int at = 0;

  /** Throws an IllegalArgumentException that says what is wrong. */
  Lambda(String text) {
    this.text = text;
    int arrow = text.indexOf("->");
    if (arrow < 0) throw wrong("there is no ->");
    parameters = parametersIn(text.substring(0, arrow).trim());
    String rest = text.substring(arrow + 2).trim();
    Object constant = jsonOf(rest);
    literal = constant == NO_JSON || rest.equals("{}") ? null : constant;
    if (rest.equals("{}") || constant != NO_JSON) {
      form = rest.equals("{}") ? Form.NOTHING : Form.LITERAL;
      body = arguments -> literal;
      parameter = -1;
      return;
    }
    tokenise(rest);
    body = expression();
    if (at < tokens.size()) throw wrong("\"" + tokens.get(at) + "\" is not expected");
    parameter = tokens.size() == 1 ? parameters.indexOf(tokens.get(0)) : -1;
    form =
        parameter >= 0
            ? Form.PARAMETER
            : tokens.contains("compareTo")
                ? Form.ORDER
                : tokens.stream().anyMatch(COMPARISONS::contains) ? Form.COMPARISON : Form.SUM;
  }

  /** What it gives for as many arguments as it has parameters. */
  Object apply(Object[] arguments) {
    return body.of(arguments);
  }

  private static final Object NO_JSON = new Object();
  private static final List<String> COMPARISONS = List.of("==", "!=", "<=", ">=", "<", ">");

  private static Object jsonOf(String text) {
    try {
      return Json.read(text);
    } catch (IllegalArgumentException notJson) {
      return NO_JSON;
    }
  }

  private List<String> parametersIn(String text) {
    boolean several = text.startsWith("(") && text.endsWith(")");
    String list = several ? text.substring(1, text.length() - 1).trim() : text;
    if (several && list.isEmpty()) return List.of();
    List<String> names = List.of(list.split("\\s*,\\s*", -1));
    for (String name : names)
      if (!name.matches("[A-Za-z_]\\w*")) throw wrong("\"" + name + "\" is no name of a parameter");
    if (names.size() > 1 && !several) throw wrong("several parameters stand in parentheses");
    return names;
  }

  private void tokenise(String text) {
    Matcher matcher = TOKEN.matcher(text);
    int from = 0;
    while (from < text.length()) {
      if (!matcher.find(from) || matcher.start() != from)
        throw wrong("\"" + text.substring(from).trim() + "\" is not understood");
      tokens.add(matcher.group(1));
      from = matcher.end();
    }
    if (tokens.isEmpty()) throw wrong("nothing follows ->");
  }

  private Expression expression() {
    Expression left = sum();
    if (at == tokens.size() || !COMPARISONS.contains(tokens.get(at))) return left;
    String operator = tokens.get(at++);
    Expression right = sum();
    return arguments -> {
      Object a = left.of(arguments);
      Object b = right.of(arguments);
      switch (operator) {
        case "==":
          return isEqual(a, b);
        case "!=":
          return !isEqual(a, b);
        case "<":
          return compare(a, b) < 0;
        case "<=":
          return compare(a, b) <= 0;
        case ">":
          return compare(a, b) > 0;
        default:
          return compare(a, b) >= 0;
      }
    };
  }

  private Expression sum() {
    Expression sum = term();
    while (at < tokens.size() && (tokens.get(at).equals("+") || tokens.get(at).equals("-"))) {
      boolean plus = tokens.get(at++).equals("+");
      Expression left = sum;
      Expression right = term();
      sum =
          plus
              ? arguments -> add(left.of(arguments), right.of(arguments))
              : arguments -> subtract(left.of(arguments), right.of(arguments));
    }
    return sum;
  }

  private Expression term() {
    String token = take();
    if (token.matches("[\"0-9].*|true|false|null")) {
      Object constant = Json.read(token);
      return arguments -> constant;
    }
    int number = parameters.indexOf(token);
    if (number < 0) throw wrong("\"" + token + "\" is no parameter");
    if (at == tokens.size() || !tokens.get(at).equals(".")) return arguments -> arguments[number];
    at++;
    expect("compareTo");
    expect("(");
    Expression other = term();
    expect(")");
    return arguments -> compare(arguments[number], other.of(arguments));
  }

  private String take() {
    if (at == tokens.size()) throw wrong("it ends too early");
    return tokens.get(at++);
  }

  private void expect(String token) {
    if (!take().equals(token)) throw wrong("\"" + token + "\" is expected");
  }

  private IllegalArgumentException wrong(String reason) {
    return new IllegalArgumentException("\"" + text + "\" is no function, such as \"x -> x + 1\": " + reason);
  }

  private static Object add(Object a, Object b) {
    if (a instanceof CharSequence || b instanceof CharSequence)
      return (a == null ? "" : a.toString()) + (b == null ? "" : b);
    Number one = number(a);
    Number other = number(b);
    if (one == null || other == null) return a;
    return isWhole(one) && isWhole(other)
        ? smallest(one.longValue() + other.longValue())
        : (Object) (one.doubleValue() + other.doubleValue());
  }

  private static Object subtract(Object a, Object b) {
    Number one = number(a);
    Number other = number(b);
    if (one == null || other == null) return a;
    return isWhole(one) && isWhole(other)
        ? smallest(one.longValue() - other.longValue())
        : (Object) (one.doubleValue() - other.doubleValue());
  }

  private static Number number(Object value) {
    return value == null ? (Integer) 0 : value instanceof Number number ? number : null;
  }

  private static boolean isWhole(Number number) {
    return !(number instanceof Double || number instanceof Float || number instanceof java.math.BigDecimal);
  }

  private static Object smallest(long value) {
    if (value == (int) value) return (int) value;
    return value;
  }

  private static boolean isEqual(Object a, Object b) {
    return a instanceof Number && b instanceof Number ? compare(a, b) == 0 : Objects.equals(a, b);
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    if (a == null || b == null) return (a == null ? 0 : 1) - (b == null ? 0 : 1);
    if (a instanceof Number one && b instanceof Number other)
      return isWhole(one) && isWhole(other)
          ? Long.compare(one.longValue(), other.longValue())
          : Double.compare(one.doubleValue(), other.doubleValue());
    if (a instanceof Comparable<?> && a.getClass() == b.getClass()) return ((Comparable<Object>) a).compareTo(b);
    return a.toString().compareTo(b.toString());
  }
}

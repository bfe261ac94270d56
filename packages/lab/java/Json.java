package sightline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON: null, Boolean, Integer, Long, Double, String, List and Map. Numbers become the
 * smallest of Integer, Long and Double that holds them.
 */
final class Json {
  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipBlanks();
    if (json.at < text.length()) throw json.unexpected();
    return value;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  /** Text that is JSON already. */
  record Raw(String text) {}

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Raw raw) {
      out.append(raw.text());
    } else if (value instanceof String string) {
      writeString(string, out);
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        out.append(separator);
        write(element, out);
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        writeString((String) entry.getKey(), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else {
      out.append(value); // null, booleans and numbers
    }
  }

  private static void writeString(String string, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }

  private Object value() {
    skipBlanks();
    char c = at < text.length() ? text.charAt(at) : '\0';
    switch (c) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> map = new LinkedHashMap<>();
    at++;
    if (next('}')) return map;
    do {
      skipBlanks();
      String key = string();
      expect(':');
      map.put(key, value());
    } while (next(','));
    expect('}');
    return map;
  }

  private List<Object> array() {
    List<Object> list = new ArrayList<>();
    at++;
    if (next(']')) return list;
    do list.add(value());
    while (next(','));
    expect(']');
    return list;
  }

  private String string() {
    if (at >= text.length() || text.charAt(at) != '"') throw unexpected();
    StringBuilder out = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return out.toString();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    throw unexpected();
  }

  private char escaped() {
    char c = text.charAt(++at);
    switch (c) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
      default:
        return c;
    }
  }

  private Object number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    if (at == from) throw unexpected();
    String digits = text.substring(from, at);
    try {
      long whole = Long.parseLong(digits);
      if (whole == (int) whole) return (int) whole;
      return whole;
    } catch (NumberFormatException notWhole) {
      return Double.valueOf(digits);
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw unexpected();
    at += word.length();
    return value;
  }

  private boolean next(char c) {
    skipBlanks();
    if (at >= text.length() || text.charAt(at) != c) return false;
    at++;
    return true;
  }

  private void expect(char c) {
    if (!next(c)) throw unexpected();
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not JSON at character " + at + " of " + text.length());
  }
}

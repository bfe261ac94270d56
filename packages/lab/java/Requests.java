package sightline;

import java.util.List;
import java.util.Map;

/** Reads the fields of a request. */
final class Requests {
  private Requests() {}

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object json) {
    return (Map<String, Object>) json;
  }

  /** A list, or null where there is none. */
  @SuppressWarnings("unchecked")
  static List<Object> list(Map<String, Object> json, String field) {
    return (List<Object>) json.get(field);
  }

  static double number(Map<String, Object> json, String field) {
    return ((Number) json.get(field)).doubleValue();
  }
}

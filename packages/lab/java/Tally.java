package sightline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts outcomes. Results become small numbers, and outcomes the paths of a tree over these: an execution
 * costs an array access a step, and its text is made only when an outcome is seen for the first time.
 */
final class Tally {
  /** More outcomes than this are no outcomes but noise. */
  static final int MOST_OUTCOMES = 20_000;

  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int ZERO = 3;
  private static final int SMALL_NUMBERS = 16;

  /** Children beyond this number are rare, and found in a table instead of an array. */
  private static final int LONGEST_ROW = 256;

  private final Map<Object, Integer> codes = new HashMap<>();
  private int[][] children = new int[64][];
  private final Map<Long, Integer> rareChildren = new HashMap<>();
  private long[] counts = new long[64];
  private int nodes = 1; // 0 is the root

  /** The nodes at which outcomes end, and these outcomes as JSON. */
  private final List<Integer> leaves = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  Tally() {
    children[0] = new int[SMALL_NUMBERS];
  }

  /** Counts some executions. */
  void add(Object[][] results, int from, int to) {
    for (int k = from; k < to; k++) {
      int before = nodes;
      int node = 0;
      for (Object[] step : results) node = child(node, code(step[k]));
      if (nodes != before) { // a path that was not there: its last node is this outcome's own
        leaves.add(node);
        texts.add(text(results, k));
      }
      counts[node]++;
    }
  }

  /** How many different outcomes were counted. */
  int size() {
    return leaves.size();
  }

  /** Adds what was counted to totals by outcome. */
  void addTo(Map<String, Long> totals) {
    for (int i = 0; i < leaves.size(); i++) totals.merge(texts.get(i), counts[leaves.get(i)], Long::sum);
  }

  private int code(Object result) {
    if (result == null) return 0;
    if (result instanceof Integer number && number >= 0 && number < SMALL_NUMBERS - ZERO)
      return ZERO + number;
    if (result == Boolean.TRUE) return TRUE;
    if (result == Boolean.FALSE) return FALSE;
    Integer known = codes.get(result);
    if (known != null) return known;
    int code = SMALL_NUMBERS + codes.size();
    codes.put(result, code);
    return code;
  }

  private int child(int node, int code) {
    int[] row = children[node];
    int next = code < row.length ? row[code] : code < LONGEST_ROW ? 0 : rareChild(node, code);
    return next != 0 ? next : addChild(node, code);
  }

  private int rareChild(int node, int code) {
    return rareChildren.getOrDefault((long) node << 32 | code, 0);
  }

  private int addChild(int node, int code) {
    if (nodes == children.length) {
      children = Arrays.copyOf(children, nodes * 2);
      counts = Arrays.copyOf(counts, nodes * 2);
    }
    children[nodes] = new int[SMALL_NUMBERS];
    if (code >= LONGEST_ROW) {
      rareChildren.put((long) node << 32 | code, nodes);
    } else {
      if (code >= children[node].length)
        children[node] = Arrays.copyOf(children[node], Math.min(LONGEST_ROW, code * 2));
      children[node][code] = nodes;
    }
    return nodes++;
  }

  private static String text(Object[][] results, int execution) {
    List<Object> outcome = new ArrayList<>();
    for (Object[] step : results) outcome.add(Result.json(step[execution]));
    return Json.write(outcome);
  }
}

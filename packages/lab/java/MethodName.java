package sightline;

import java.util.regex.Pattern;

/** What the names of methods promise, by custom. */
final class MethodName {
  private static final Pattern READS =
      Pattern.compile(
          "(get(?!And)|contains|is|has|size|length|count|peek|to|key|keys|values|entry|entries|element"
              + "|elements|first|last|head|tail|sub|descending|ceiling|floor|higher|lower|iterator"
              + "|listIterator|indexOf|mapping|remaining|estimate|sum|read)([A-Z].*)?");

  private static final String VERB =
      "(?:Put|Add|Create|Make|Build|Init|Initiali[sz]e|Remove|Delete|Poll|Take|Pop|Push|Offer|Insert|Append"
          + "|Update|Increment|Decrement|Inc|Dec|Reset|Clear|Compute|Merge|Replace|Swap|Exchange|Drain|Load"
          + "|Store|Write|Apply|Accumulate|Register|Acquire|Release|Lock|Unlock|Close|Advance|Consume)";

  private static final String CONNECTIVE = "(?:And|Or|Then|If|Absent|Present)";

  /**
   * Names that go on to change something: `getIfAbsentPut`, `containsOrAdd`, `sumThenReset`, `firstRemove`;
   * but not `keySet` or `getOrDefault`.
   */
  private static final Pattern CHANGES =
      Pattern.compile(
          ".*" + CONNECTIVE + "(?:Set|(?:[A-Z].*)?" + VERB + ")(?![a-z]).*"
              + "|.*(?:Put|Add|Remove|Delete|Poll|Take|Pop|Insert|Increment|Decrement|Reset|Clear|Drain|Swap"
              + "|Replace|Advance|Consume)");

  private MethodName() {}

  /** Whether a method of that name leaves the object as it is. */
  static boolean reads(String name) {
    return READS.matcher(name).matches() && !CHANGES.matcher(name).matches();
  }
}

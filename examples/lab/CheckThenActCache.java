import java.util.concurrent.ConcurrentHashMap;

/** A cache that looks first and acts on what it saw: two threads may both find that a key is missing. */
public class CheckThenActCache {
  private final ConcurrentHashMap<String, Integer> entries = new ConcurrentHashMap<>();

  /** Whether the key was new. */
  public boolean add(String key, int value) {
    if (entries.containsKey(key)) return false;
    Thread.yield(); // time passes, and another thread may add it
    entries.put(key, value);
    return true;
  }

  public Integer get(String key) {
    return entries.get(key);
  }

  public Integer remove(String key) {
    return entries.remove(key);
  }
}

import java.util.concurrent.ConcurrentHashMap;

/** The cache as it should be: the map looks and acts in one step. */
public class AtomicCache {
  private final ConcurrentHashMap<String, Integer> entries = new ConcurrentHashMap<>();

  /** Whether the key was new. */
  public boolean add(String key, int value) {
    if (entries.containsKey(key)) return false;
    Thread.yield(); // time passes, and another thread may add it
    return entries.putIfAbsent(key, value) == null;
  }

  public Integer get(String key) {
    return entries.get(key);
  }

  public Integer remove(String key) {
    return entries.remove(key);
  }
}

import java.util.HashMap;
import java.util.Map;

/** The map as it should be: whoever looks waits until all entries are there. */
public class WholeMap {
  private final Map<Integer, Integer> entries = new HashMap<>();

  public synchronized void putAll(Map<Integer, Integer> more) {
    more.forEach(
        (key, value) -> {
          entries.put(key, value);
          Thread.yield(); // time passes, but this thread has the lock
        });
  }

  public synchronized Integer get(int key) {
    return entries.get(key);
  }

  public synchronized int size() {
    return entries.size();
  }
}

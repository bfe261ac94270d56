import java.util.HashMap;
import java.util.Map;

/** A map whose putAll puts one entry after the other: others see the first before the last is there. */
public class HalfSeenMap {
  private final Map<Integer, Integer> entries = new HashMap<>();

  public void putAll(Map<Integer, Integer> more) {
    more.forEach(
        (key, value) -> {
          synchronized (this) {
            entries.put(key, value);
          }
          Thread.yield(); // time passes, and another thread may look
        });
  }

  public synchronized Integer get(int key) {
    return entries.get(key);
  }

  public synchronized int size() {
    return entries.size();
  }
}

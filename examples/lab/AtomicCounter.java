import java.util.concurrent.atomic.AtomicInteger;

/** The counter as it should be: it writes only where nobody has written since it read. */
public class AtomicCounter {
  private final AtomicInteger value = new AtomicInteger();

  public int increment() {
    while (true) {
      int before = value.get();
      Thread.yield(); // time passes, and another thread may write
      if (value.compareAndSet(before, before + 1)) return before + 1;
    }
  }

  public int get() {
    return value.get();
  }
}

/** A counter whose increment reads, adds and writes: of two at the same time, one is lost. */
public class LostUpdateCounter {
  private volatile int value;

  public int increment() {
    int before = value;
    Thread.yield(); // time passes, and another thread may write
    value = before + 1;
    return before + 1;
  }

  public int get() {
    return value;
  }
}

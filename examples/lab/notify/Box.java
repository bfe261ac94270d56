/**
 * A box for one value. Who finds it empty, or full, waits to be woken. But `notify` wakes any one of those that
 * wait: one that waits to put may wake another that waits to put, though it was a taker's turn.
 */
public class Box {
  private Object content;

  public synchronized void put(int value) throws InterruptedException {
    while (content != null) wait();
    content = value;
    notify();
  }

  public synchronized Object take() throws InterruptedException {
    while (content == null) wait();
    Object value = content;
    content = null;
    notify();
    return value;
  }
}

/** The box as it should be: between the look and the wait nobody else comes in. */
public class WakefulBox {
  private Integer content;

  public synchronized void put(int number) throws InterruptedException {
    while (content != null) waitForOthers();
    content = number;
    notifyAll();
  }

  public synchronized int take() throws InterruptedException {
    while (content == null) waitForOthers();
    int number = content;
    content = null;
    notifyAll();
    return number;
  }

  private void waitForOthers() throws InterruptedException {
    Thread.yield(); // time passes, but this thread has the lock
    wait();
  }
}

/**
 * A box for one number. Who finds it empty, or full, waits to be woken; but between the look and the wait it
 * gives the lock away, and a wake-up that comes just then is lost. Then it waits for ever.
 */
public class ForgetfulBox {
  private Integer content;

  public void put(int number) throws InterruptedException {
    while (!tryPut(number)) waitForOthers();
  }

  public int take() throws InterruptedException {
    while (true) {
      Integer number = tryTake();
      if (number != null) return number;
      waitForOthers();
    }
  }

  private synchronized boolean tryPut(int number) {
    if (content != null) return false;
    content = number;
    notifyAll();
    return true;
  }

  private synchronized Integer tryTake() {
    Integer number = content;
    content = null;
    if (number != null) notifyAll();
    return number;
  }

  private void waitForOthers() throws InterruptedException {
    Thread.yield(); // time passes, and another thread may put or take, and wake nobody
    synchronized (this) {
      wait();
    }
  }
}

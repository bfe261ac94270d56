import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/** Three clients of a concurrent map; what the third puts at last times out. */
public class Demo {
  public static void main(String[] args) throws Exception {
    var held = new ConcurrentHashMap<String, Integer>();
    var recorder = new Recorder(System.out, "map");
    var threads = new Thread[3];
    for (int t = 0; t < threads.length; t++) {
      int client = t;
      threads[t] = new Thread(() -> {
        try {
          run(client, held, recorder);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      });
      threads[t].start();
    }
    for (Thread thread : threads) thread.join();
  }

  private static void run(int client, ConcurrentHashMap<String, Integer> held, Recorder recorder) throws Exception {
    var session = new Recorder.Session("abc".substring(client, client + 1));
    for (int i = 0; i < 20; i++) {
      int value = 100 * client + i;
      recorder.call(session, "put", () -> held.put("x", value), "x", value);
      recorder.call(session, "get", () -> held.get("x"), "x");
    }
    if (client != 2) return;
    try {
      recorder.call(session, "put", () -> { throw new TimeoutException(); }, "x", -1);
    } catch (TimeoutException e) {
      recorder.call(session, "put", () -> held.put("y", 1), "y", 1);
    }
  }
}

import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** Writes what the clients of a store do as one history, an operation on each line. */
record Recorder(PrintStream out, String type) {
  Recorder { out.println("{\"type\":" + json(type) + "}"); }

  /** One client, used by one thread at a time. */
  static final class Session { final String name; int lives; Session(String name) { this.name = name; } }

  /** Runs an operation and records it. An exception means: it may have happened, or may yet. Then it has no
   * return, and the client goes on as another session, for nothing orders what comes next after it. */
  <T> T call(Session s, String method, Callable<T> run, Object... args) throws Exception {
    String list = Arrays.stream(args).map(Recorder::json).collect(Collectors.joining(","));
    String line = "{\"session\":" + json(s.name + "/" + s.lives) + ",\"method\":" + json(method) + ",\"args\":[" + list + "]";
    long call = System.nanoTime(); // a clock that never goes back; before anything is sent
    String end = "";
    try {
      T result = run.call();
      end = ",\"return\":\"" + System.nanoTime() + "\",\"result\":" + json(result);
      return result;
    } catch (Exception e) { s.lives++; throw e; } finally { out.println(line + ",\"call\":\"" + call + "\"" + end + "}"); }
  }

  static String json(Object v) { return v == null || v instanceof Number || v instanceof Boolean ? "" + v : '"' + ("" + v).replace("\\", "\\\\").replace("\"", "\\\"") + '"'; }
}

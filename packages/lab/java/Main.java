package sightline;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Answers requests, one line of JSON each on standard input, one after the other. An answer is any number
 * of lines `{"report": …}` and then `{"result": …}` or `{"error": "…"}`; `{"hang": "…"}` and
 * `{"unknown": "…"}` are the last words of a JVM that is stuck. The line `{"kind": "stop"}` ends a stress
 * early. The JVM ends with its input.
 */
public final class Main {
  private static final PrintStream ANSWERS =
      new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
  private static final LinkedBlockingQueue<Map<String, Object>> REQUESTS = new LinkedBlockingQueue<>();
  private static volatile boolean stopped = false;
  private static volatile Thread thread;

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    thread = Thread.currentThread();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.setIn(new ByteArrayInputStream(new byte[0])); // the object under test cannot read our requests
    System.setOut(System.err); // nor write among our answers
    Thread reader = new Thread(() -> readRequests(input), "sightline-requests");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      Map<String, Object> request = REQUESTS.take();
      stopped = false;
      try {
        send("result", answer(request));
      } catch (Subject.Unsuitable unsuitable) {
        send("error", unsuitable.getMessage());
      } catch (ReflectiveOperationException | RuntimeException | LinkageError exception) {
        send("error", exception.toString());
      }
    }
  }

  private static Object answer(Map<String, Object> request)
      throws Subject.Unsuitable, ReflectiveOperationException, InterruptedException {
    Subject subject = new Subject(Requests.object(request.get("subject")));
    String kind = (String) request.get("kind");
    switch (kind) {
      case "describe":
        return Description.of(subject);
      case "signatures":
        return Sequences.signatures(subject, request);
      case "values":
        return GivenValues.refusals(subject, request);
      case "sequences":
        return Sequences.run(subject, request);
      case "jcstress":
        return JcstressSource.writeAll(subject, request);
      case "stress":
        return StressRequest.run(subject, request);
      default:
        throw new IllegalArgumentException("no request is called " + kind);
    }
  }

  private static void readRequests(BufferedReader input) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        Map<String, Object> request = Requests.object(Json.read(line));
        if (request.get("kind").equals("stop")) stopped = true;
        else REQUESTS.add(request);
      }
    } catch (IOException gone) {
      // the same as the end of the input
    }
    Runtime.getRuntime().halt(0);
  }

  /** The thread that answers. */
  static Thread thread() {
    return thread;
  }

  /** Whether the request that is being answered shall come to its end. */
  static boolean isStopped() {
    return stopped;
  }

  /** Sends one line of an answer. */
  static synchronized void send(String kind, Object content) {
    ANSWERS.print(Json.write(Description.object(kind, content)) + "\n");
    ANSWERS.flush();
  }

  /**
   * The last words of a JVM whose threads do not come back, and its end: nothing else ends a thread that is
   * stuck.
   */
  static void giveUp(Watch.Finding finding, double seconds, String threads) {
    send(
        finding == Watch.Finding.BUSY ? "hang" : "unknown",
        "no call returned in " + (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : seconds) + " seconds\n" + threads);
    Runtime.getRuntime().halt(1);
  }
}

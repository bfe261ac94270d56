package sightline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs sequences of calls, each on a fresh object: what the object does when it is alone. */
final class Sequences {
  private Sequences() {}

  /** The results of each of the `sequences` of a request, which are numbers of its `calls`. */
  static List<Object> run(Subject subject, Map<String, Object> request) throws Subject.Unsuitable {
    List<Subject.Call> calls = calls(subject, request);
    List<Object> answers = new ArrayList<>();
    Thread worker = Thread.currentThread();
    Subject.Call[] current = new Subject.Call[1];
    try (Watchdog watchdog =
        new Watchdog(
            Requests.number(request, "hangSeconds"), () -> describe(worker, current[0]))) {
      for (Object sequence : Requests.list(request, "sequences")) {
        Object object = subject.create();
        List<Object> results = new ArrayList<>();
        for (Object number : (List<?>) sequence) {
          Subject.Call call = calls.get((Integer) number);
          current[0] = call;
          results.add(Result.json(call.invokeOn(object)));
          watchdog.progress();
        }
        answers.add(results);
      }
    }
    return answers;
  }

  /** The method that each of the `calls` of a request means. */
  static List<Object> signatures(Subject subject, Map<String, Object> request) throws Subject.Unsuitable {
    List<Object> signatures = new ArrayList<>();
    for (Subject.Call call : calls(subject, request)) signatures.add(Subject.signature(call.method()));
    return signatures;
  }

  private static List<Subject.Call> calls(Subject subject, Map<String, Object> request)
      throws Subject.Unsuitable {
    List<Subject.Call> calls = new ArrayList<>();
    for (Object json : Requests.list(request, "calls")) {
      Map<String, Object> call = Requests.object(json);
      calls.add(subject.resolve((String) call.get("method"), Requests.list(call, "args")));
    }
    return calls;
  }

  private static String describe(Thread worker, Subject.Call call) {
    String text =
        call == null ? "the constructor" : Subject.text(call.method().getName(), call.arguments());
    return Watchdog.stackOf(worker, text, Sequences.class.getName(), "");
  }
}

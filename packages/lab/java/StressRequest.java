package sightline;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Stresses the programs of a request, one after the other. */
final class StressRequest {
  /** So many programs are compiled at once: the compiler is slow to start, and memory is short. */
  private static final int COMPILED_AT_ONCE = 32;

  private static int classesWritten = 0;

  private StressRequest() {}

  /** Null when all is done; or the number of the next program, which needs another JVM. */
  static Object run(Subject subject, Map<String, Object> request)
      throws Subject.Unsuitable, ReflectiveOperationException, InterruptedException {
    subject.create(); // what prevents this had better be said before anything is compiled
    List<Object> programs = Requests.list(request, "programs");
    for (int from = 0; from < programs.size() && !Main.isStopped(); from += COMPILED_AT_ONCE) {
      Object next = runSome(subject, request, from, Math.min(programs.size(), from + COMPILED_AT_ONCE));
      if (next != null) return next;
    }
    return null;
  }

  private static Object runSome(Subject subject, Map<String, Object> request, int from, int to)
      throws ReflectiveOperationException, InterruptedException {
    Map<Integer, String> names = new LinkedHashMap<>();
    Map<String, String> sources = new HashMap<>();
    Map<Integer, String> refusals = new HashMap<>();
    Recording.Kind recording = Recording.Kind.of(request.get("record"));
    for (int number = from; number < to; number++) {
      String name = "SightlineProgram" + classesWritten++;
      names.put(number, name);
      try {
        List<Object> threads = threadsOf(request, number);
        sources.put(name, ProgramSource.write(subject, name, threads, recording));
      } catch (Subject.Unsuitable unsuitable) {
        refusals.put(number, unsuitable.getMessage());
      }
    }
    InMemoryCompiler.Compiled compiled = new InMemoryCompiler().compile(sources);
    double seconds = Requests.number(request, "seconds");
    double hangSeconds = Requests.number(request, "hangSeconds");
    int seed = (int) Requests.number(request, "seed");
    for (int number = from; number < to && !Main.isStopped(); number++) {
      String name = names.get(number);
      String refusal = refusals.getOrDefault(number, compiled.errors().get(name));
      Main.send("report", Description.object("program", number, "started", true));
      if (refusal != null) {
        refuse(number, refusal);
        continue;
      }
      boolean fit =
          Stress.run(
              number, compiled.classes().get(name), sources.get(name), threadsOf(request, number).size(),
              seconds, hangSeconds, seed + number);
      if (!fit) return number + 1;
    }
    return null;
  }

  private static List<Object> threadsOf(Map<String, Object> request, int number) {
    return Requests.list(Requests.object(Requests.list(request, "programs").get(number)), "threads");
  }

  private static void refuse(int number, String reason) {
    Main.send(
        "report",
        Description.object(
            "program", number, "executions", 0, "overlapped", 0, "seconds", 0, "outcomes", List.of(), "done", true,
            "rejected", reason));
  }
}

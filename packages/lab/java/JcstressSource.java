package sightline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a program as a test for OpenJDK's JCStress: an actor for each thread, which puts the results of its
 * steps, as one text of JSON, in a field of its own of the test's result.
 */
final class JcstressSource {
  /** JCStress has classes of results for so many actors. */
  private static final int MOST_THREADS = 8;

  private JcstressSource() {}

  /** For each program its `source`, or why it is `refused`. The classes are called Program0, Program1, … */
  static List<Object> writeAll(Subject subject, Map<String, Object> request) throws Subject.Unsuitable {
    subject.create(); // what prevents this had better be said before anything is compiled
    List<Object> answers = new ArrayList<>();
    for (Object program : Requests.list(request, "programs")) {
      List<Object> threads = Requests.list(Requests.object(program), "threads");
      String name = "Program" + answers.size();
      try {
        String source = write(subject, (String) request.get("package"), name, threads);
        answers.add(Description.object("source", source));
      } catch (Subject.Unsuitable unsuitable) {
        answers.add(Description.object("refused", unsuitable.getMessage()));
      }
    }
    return answers;
  }

  private static String write(Subject subject, String packageName, String name, List<Object> threads)
      throws Subject.Unsuitable {
    if (threads.size() > MOST_THREADS)
      throw new Subject.Unsuitable(
          threads.size() + " threads: JCStress takes " + MOST_THREADS + " at most");
    StepSource steps = new StepSource(subject);
    List<String> actors = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++)
      actors.add(writeActor(steps, t, threads.size(), (List<?>) threads.get(t)));
    String create = steps.create(); // before its constants are written
    List<String> lines = new ArrayList<>();
    lines.add("package " + packageName + ";");
    lines.add("import org.openjdk.jcstress.annotations.*;");
    lines.add("@JCStressTest");
    lines.add("@Outcome(expect = Expect.ACCEPTABLE_INTERESTING)"); // so that all are printed
    lines.add("@State");
    lines.add("@SuppressWarnings({\"rawtypes\", \"unchecked\", \"deprecation\", \"removal\"})");
    lines.add("public class " + name + " {");
    lines.add(steps.constants());
    lines.add("  private static " + steps.typeName() + " create() {");
    lines.add("    try { return " + create + "; }");
    lines.add("    catch (Throwable e) { throw new IllegalStateException(e); }");
    lines.add("  }");
    lines.add("  private final " + steps.typeName() + " object = create();");
    steps.synchronisers.forEach(
        (field, kind) -> lines.add("  private final " + kind + " " + field + " = new " + kind + "();"));
    lines.addAll(actors);
    lines.add("}");
    return String.join("\n", lines);
  }

  private static String writeActor(StepSource steps, int t, int threads, List<?> thread)
      throws Subject.Unsuitable {
    String resultClass = "org.openjdk.jcstress.infra.results." + "L".repeat(threads) + "_Result";
    StringBuilder actor = new StringBuilder();
    actor.append("  @Actor public void actor" + t + "(" + resultClass + " result) {\n");
    List<String> variables = new ArrayList<>();
    for (Object json : thread) {
      Map<String, Object> step = Requests.object(json);
      String variable = "step" + variables.size();
      variables.add(variable);
      actor.append("    Object " + variable + ";\n");
      actor.append("    " + steps.code(step, variable, "") + StepSource.comment(step) + "\n");
    }
    String all = String.join(", ", variables);
    actor.append("    result.r" + (t + 1) + " = sightline.Result.text(new Object[] {" + all + "});\n");
    actor.append("  }");
    return actor.toString();
  }
}

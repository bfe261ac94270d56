package sightline;

/**
 * The code that goes around the calls of a program so that the order of its calls is recorded. What is
 * recorded are more rows of results, after those of the steps.
 */
final class Recording {
  /** How the order is observed. */
  enum Kind {
    NONE(StressProgram.class),
    /** By counters in memory (CAV'18 Fig. 6, POPL'19 Fig. 8). */
    COUNTERS(CountedProgram.class),
    /** By the clock of the JVM (POPL'19 Fig. 9). */
    CLOCKS(ClockedProgram.class);

    private final Class<? extends StressProgram> base;

    Kind(Class<? extends StressProgram> base) {
      this.base = base;
    }

    /** The one that a request names; null is none. */
    static Kind of(Object name) {
      return name == null ? NONE : valueOf(((String) name).toUpperCase(java.util.Locale.ROOT));
    }
  }

  private final Kind kind;
  private final int threads;
  private int calls = 0;

  /** For a program of so many threads. */
  Recording(Kind kind, int threads) {
    this.kind = kind;
    this.threads = threads;
  }

  /** The class that the program extends. */
  String baseClass() {
    return kind.base.getName();
  }

  /** The arguments of its constructor, when all calls have been written. */
  String baseArguments(int steps) {
    String plain = threads + ", " + steps + ", size";
    return kind == Kind.NONE ? plain : plain + ", " + calls;
  }

  /** The code before a call of a thread; each call is written once, thread by thread. */
  String before(int thread) {
    if (kind == Kind.NONE) return "";
    if (kind == Kind.CLOCKS) return "called[" + calls + "][k] = System.nanoTime(); ";
    StringBuilder looks = new StringBuilder();
    int row = calls * (threads - 1);
    for (int other = 0; other < threads; other++)
      if (other != thread) looks.append("seen[" + row++ + "][k] = look(" + other + ", k); ");
    return looks.toString();
  }

  /** The code after the same call, which is the thread's `number`th, whether it threw or not. */
  String after(int thread, int number) {
    if (kind == Kind.NONE) return "";
    int call = calls++;
    if (kind == Kind.CLOCKS) return " returned[" + call + "][k] = System.nanoTime();";
    return " tick(" + thread + ", k, " + number + ");";
  }
}

package sightline;

/** A program to be run many times; the classes that ProgramSource writes extend it. */
public abstract class StressProgram {
  public final int threads;

  /** The results of each step, step by step and execution by execution. */
  public final Object[][] results;

  protected StressProgram(int threads, int steps, int size) {
    this.threads = threads;
    this.results = new Object[steps][size];
  }

  /** Puts fresh objects in place for some of the executions. */
  public abstract void refresh(int from, int to) throws Throwable;

  /** Makes ready to record some of the executions. */
  public void prepare(int from, int to) {}

  /** Adds what was recorded of some executions to their results. */
  public void complete(int from, int to) {}

  /** Says in the results of an execution that a step waits for ever; those up to `end` are not reached. */
  static void markBlocked(Object[][] results, int step, int end, int execution) {
    results[step][execution] = Result.BLOCKED;
    for (int s = step + 1; s < end; s++) results[s][execution] = Result.NOT_REACHED;
  }

  /** The same by the thread itself, when it has been freed from the step. */
  protected final void leaveBlocked(Pace pace, int step, int end, int execution) {
    markBlocked(results, step, end, execution);
    Thread.interrupted(); // that is how it was freed
    pace.setBlocked(false);
  }

  /** The number of the first step after those of a thread. */
  public abstract int endOf(int thread);

  /** Runs one thread of the first executions. */
  public abstract void run(int thread, int executions, Pace pace);
}

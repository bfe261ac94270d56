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

  /** Runs one thread of the first executions. */
  public abstract void run(int thread, int executions, Pace pace);
}

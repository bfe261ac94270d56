package sightline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A program whose threads count their calls, each in a counter of its own for each execution. Before a call
 * a thread looks at the counters of the others: the calls that it finds counted have returned, so they
 * happen before its own (CAV'18 Fig. 6, POPL'19 Fig. 8). The looks are the rows of results after those of
 * the steps: call by call, and for each call the other threads in their order.
 *
 * <p>Counters are written with release and read with acquire semantics. On x86 these are plain stores and
 * loads, without a fence that would synchronise the calls; they keep the compiler from moving the calls
 * across them, and make what is recorded true where the hardware reorders stores too.
 */
public abstract class CountedProgram extends StressProgram {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

  /** Thread by thread and execution by execution: how many calls have returned. */
  private final int[][] counters;

  /** What the looks found: row by row and execution by execution. */
  protected final int[][] seen;

  private final int steps;

  protected CountedProgram(int threads, int steps, int size, int calls) {
    super(threads, steps + calls * (threads - 1), size);
    this.steps = steps;
    counters = new int[threads][size];
    seen = new int[calls * (threads - 1)][size];
  }

  /** How many calls of a thread are counted. */
  protected final int look(int thread, int execution) {
    return (int) ELEMENT.getAcquire(counters[thread], execution);
  }

  /** Counts the calls of a thread. */
  protected final void tick(int thread, int execution, int count) {
    ELEMENT.setRelease(counters[thread], execution, count);
  }

  @Override
  public final void prepare(int from, int to) {
    for (int[] counter : counters) java.util.Arrays.fill(counter, from, to, 0);
    for (int[] row : seen) java.util.Arrays.fill(row, from, to, 0); // a call may not be reached
  }

  @Override
  public final void complete(int from, int to) {
    for (int row = 0; row < seen.length; row++)
      for (int k = from; k < to; k++) results[steps + row][k] = seen[row][k];
  }
}

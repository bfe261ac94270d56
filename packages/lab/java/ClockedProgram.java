package sightline;

import java.util.Arrays;

/**
 * A program whose threads read the clock before and after each call (POPL'19 Fig. 9). The rows of results
 * after those of the steps are the instants of calls and returns: two rows for each call. They are numbered
 * anew in each execution, with as few numbers as tell which call had returned before which began: two
 * executions in which the calls overlap in the same way have the same numbers. A call that begins at the
 * instant at which another returns overlaps it.
 */
public abstract class ClockedProgram extends StressProgram {
  /** Call by call and execution by execution: what the clock said. */
  protected final long[][] called;

  protected final long[][] returned;

  private final int steps;

  protected ClockedProgram(int threads, int steps, int size, int calls) {
    super(threads, steps + 2 * calls, size);
    this.steps = steps;
    called = new long[calls][size];
    returned = new long[calls][size];
  }

  /** No clock says this: the call has not begun, or not returned. */
  private static final long NEVER = Long.MIN_VALUE;

  @Override
  public final void prepare(int from, int to) {
    for (long[] row : called) Arrays.fill(row, from, to, NEVER);
    for (long[] row : returned) Arrays.fill(row, from, to, NEVER);
  }

  @Override
  public final void complete(int from, int to) {
    int calls = called.length;
    long[] begins = new long[calls];
    long[] ends = new long[calls];
    for (int k = from; k < to; k++) {
      long origin = calls == 0 ? 0 : called[0][k]; // the clock may pass its largest number: differences are right
      for (int c = 0; c < calls; c++) {
        // What has not happened comes after all that has.
        begins[c] = called[c][k] == NEVER ? Long.MAX_VALUE : called[c][k] - origin;
        ends[c] = returned[c][k] == NEVER ? Long.MAX_VALUE : returned[c][k] - origin;
      }
      int[] numbers = number(begins, ends);
      for (int i = 0; i < numbers.length; i++) results[steps + i][k] = numbers[i];
    }
  }

  /** The new numbers of instants: of the first call, of its return, of the second call … */
  static int[] number(long[] begins, long[] ends) {
    long[] sortedBegins = begins.clone();
    long[] sortedEnds = ends.clone();
    Arrays.sort(sortedBegins);
    Arrays.sort(sortedEnds);
    long[] starts = new long[begins.length]; // number → the first instant that has it
    int count = 0;
    int returns = 0; // how many there are before the call that is looked at
    for (long begin : sortedBegins) {
      int before = returns;
      while (returns < sortedEnds.length && sortedEnds[returns] < begin) returns++;
      if (count == 0 || returns > before) starts[count++] = begin;
    }
    int[] numbers = new int[2 * begins.length];
    for (int c = 0; c < begins.length; c++) {
      numbers[2 * c] = numberAt(begins[c], starts, count);
      numbers[2 * c + 1] = numberAt(ends[c], starts, count);
    }
    return numbers;
  }

  private static int numberAt(long instant, long[] starts, int count) {
    int number = count - 1;
    while (starts[number] > instant) number--;
    return number;
  }
}

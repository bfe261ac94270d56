/** How long between two questions, in milliseconds. */
const AGAIN = 20;

/**
 * Asks again and again until there is an answer; an error is none. `whyNot` is asked in between: throws what it says,
 * with the last error as its cause.
 */
export async function askUntil<T>(
  ask: () => Promise<T | undefined>,
  whyNot: () => string | undefined,
): Promise<T> {
  for (;;) {
    let last: unknown;
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    const reason = whyNot();
    if (reason !== undefined) throw new Error(reason, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

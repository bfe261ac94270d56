/**
 * Has pieces of work done, at most so many at a time, and gives what they come to in their order. They may be without
 * end: they are taken as there is room. What is under way when the reader leaves is the caller's to end.
 */
export async function* inOrder<Work, Answer>(
  pieces: Iterable<Work>,
  window: number,
  run: (work: Work) => Promise<Answer>,
): AsyncGenerator<Answer, void> {
  const begun: Promise<Answer>[] = [];
  const iterator = pieces[Symbol.iterator]();
  const begin = (): boolean => {
    const next = iterator.next();
    if (next.done === true) return false;
    const answer = run(next.value);
    answer.catch(() => {}); // it is thrown when its turn comes
    begun.push(answer);
    return true;
  };
  for (;;) {
    while (begun.length < window && begin());
    const first = begun.shift();
    if (first === undefined) return;
    yield await first;
  }
}

/** What comes until a signal: where work throws because of that, there is no more. */
export async function* untilAborted<Answer>(
  answers: AsyncIterable<Answer>,
  signal: AbortSignal,
): AsyncGenerator<Answer, void> {
  try {
    yield* answers;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

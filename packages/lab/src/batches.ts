/** The items some at a time, as they come: they may be without end. */
export function* batches<T>(items: Iterable<T>, size: number): Generator<readonly T[], void> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

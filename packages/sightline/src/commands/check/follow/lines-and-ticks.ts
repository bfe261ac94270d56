import type { Grown } from "./grow.js";

/** A line of something that grows, or word that some time has passed, or that lines are counted from 1 again. */
export type LineOrTick = { readonly text: string; readonly line: number } | "tick" | "anew";

/**
 * The lines of bytes as they come and, every `milliseconds`, a tick. What stands after the last line break is a
 * line once the bytes end or begin anew; while they go on it may be half of one.
 */
export async function* linesAndTicks(
  bytes: AsyncIterable<Grown>,
  milliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LineOrTick[]> {
  const decoder = new TextDecoder("utf-8");
  const source = bytes[Symbol.asyncIterator]();
  let arrived: Arrival | undefined;
  let wake: (() => void) | undefined;
  const fetch = (): void => {
    const arrive = (arrival: Arrival): void => {
      arrived = arrival;
      wake?.();
    };
    source.next().then(
      (next) => arrive({ next }),
      (error: unknown) => arrive({ error }),
    );
  };
  /** Waits for what comes first: bytes, the end that was asked for, or so many milliseconds. */
  const news = (most: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, most);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const onAbort = (): void => wake?.();
  signal.addEventListener("abort", onAbort);

  let rest = "";
  let line = 1;
  let last = performance.now();
  try {
    fetch();
    while (!signal.aborted) {
      if (arrived === undefined) await news(Math.max(0, last + milliseconds - performance.now()));
      const come: Arrival | undefined = arrived;
      arrived = undefined;
      const told: LineOrTick[] = [];
      if (come !== undefined) {
        if ("error" in come) throw come.error;
        if (come.next.done === true) {
          rest += decoder.decode();
          if (rest !== "") yield [{ text: rest, line }];
          return;
        }
        const { value } = come.next;
        if (value === "anew") {
          rest += decoder.decode();
          if (rest !== "") told.push({ text: rest, line });
          [rest, line] = ["", 1];
          told.push("anew");
        } else {
          const texts = (rest + decoder.decode(value, { stream: true })).split("\n");
          rest = texts.pop() as string;
          for (const text of texts) told.push({ text, line: line++ });
        }
        fetch();
      }
      if (performance.now() >= last + milliseconds) {
        last = performance.now();
        told.push("tick");
      }
      if (told.length > 0) yield told;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // A read that waits for more than will come is not waited for.
    void source.return?.();
  }
}

/** What the source has given: bytes, its end, or what went wrong. */
type Arrival = { readonly next: IteratorResult<Grown> } | { readonly error: unknown };

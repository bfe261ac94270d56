/** A line of something that grows, or word that some time has passed. */
export type LineOrTick = { readonly text: string; readonly line: number } | "tick";

/**
 * The lines of bytes as they come and, every `milliseconds`, a tick. What stands after the last line break is a
 * line once the bytes end; while they go on it may be half of one.
 */
export async function* linesAndTicks(
  bytes: AsyncIterable<Uint8Array>,
  milliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LineOrTick[]> {
  const decoder = new TextDecoder("utf-8");
  const source = bytes[Symbol.asyncIterator]();
  let rest = "";
  let line = 1;
  let next = source.next();
  const aborted = new Promise<"aborted">((resolve) => {
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
  let last = performance.now();
  try {
    for (;;) {
      const come = await soonest(next, aborted, Math.max(0, last + milliseconds - performance.now()));
      if (come === "aborted") return;
      const news: LineOrTick[] = [];
      if (come !== "late") {
        if (come.done === true) break;
        next = source.next();
        const texts = (rest + decoder.decode(come.value, { stream: true })).split("\n");
        rest = texts.pop() as string;
        for (const text of texts) news.push({ text, line: line++ });
      }
      if (performance.now() >= last + milliseconds) {
        last = performance.now();
        news.push("tick");
      }
      if (news.length > 0) yield news;
    }
    rest += decoder.decode();
    if (rest !== "") yield [{ text: rest, line }];
  } finally {
    // A read that waits for more than will come is not waited for.
    next.catch(() => undefined);
    void source.return?.();
  }
}

/** What comes first: the next bytes, the end that was asked for, or `late` after so long. */
async function soonest<Next>(
  next: Promise<Next>,
  aborted: Promise<"aborted">,
  milliseconds: number,
): Promise<Next | "aborted" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), milliseconds);
  });
  try {
    return await Promise.race([next, aborted, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a command wrote. */
export interface Collected {
  readonly out: string;
  readonly err: string;
  /** The output as lines of JSON. */
  lines(): Record<string, unknown>[];
}

/** An output for a command that keeps what is written; `collected` is all of it so far. */
export function collectOutput() {
  let [out, err] = ["", ""];
  const collected = (): Collected => ({
    out,
    err,
    lines: () =>
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  });
  return {
    output: {
      write(text: string, note: string) {
        out += text;
        err += note;
        return Promise.resolve();
      },
    },
    collected,
  };
}

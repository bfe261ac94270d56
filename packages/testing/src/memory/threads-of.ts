/** The operation of a thread as written down: `["w", "x", 1]` writes 1 to x, `["r", "x", 0]` reads 0. */
export type Access = readonly ["w" | "r", string, number];

/**
 * The threads of a history written as the litmus literature has them: `Wx1 Ry0 | Wy1 Rx0` is store buffering, a
 * write of 1 to x and a read of 0 from y beside the same with x and y changed about.
 */
export function threadsOf(text: string): Access[][] {
  return text.split("|").map((thread) =>
    thread.split(" ").flatMap((word): Access[] => {
      if (word === "") return [];
      const access = /^([WR])([a-z]+)(\d+)$/.exec(word);
      if (access === null) throw new Error(`${word} is neither a write nor a read`);
      const [, kind, name, value] = access;
      return [[kind === "W" ? "w" : "r", name, Number(value)]];
    }),
  );
}

import { describe, expect, test } from "vitest";
import type { BoundedCheck } from "./ask/check-options.js";
import { checkWithin } from "./check.js";
import { decideWithin } from "./decide.js";
import { parseHistory } from "./history/parse-history.js";
import type { Result } from "./result.js";
import { explainDecided, type Telling } from "./routes/explain-violated.js";

const stale = "register { write(1); write(2); read() => 1 }";
const buffering = "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }";
const questions: readonly (readonly [string, BoundedCheck])[] = [
  [stale, { criterion: "sequential" }],
  [stale, { criterion: "causal" }],
  [stale, { axioms: "vis >= hb; vis >= vis.vis; vis >= lin" }],
  [buffering, { criterion: "sc" }],
  [buffering, { criterion: "tso" }],
  ["memory { write(x,1); write(x,1) } || { read(x) => 1; read(x) => 0 }", { criterion: "sc" }],
  ["set { add(1) => true } || { contains(1) => true }", { criterion: "sequential" }],
];

const timeless = (result: Result): object => ({ ...result, stats: { ...result.stats, milliseconds: 0 } });

function told(text: string, options: BoundedCheck, telling?: Telling): Result {
  const decided = decideWithin(parseHistory(text), options);
  return "result" in decided ? decided.result : explainDecided(decided.open, telling);
}

describe("to decide and then to explain", () => {
  test.each(questions)("comes to what a check does: %s %o", (text, options) => {
    for (const explain of [true, false])
      expect(timeless(told(text, { ...options, explain }))).toEqual(
        timeless(checkWithin(parseHistory(text), { ...options, explain })),
      );
  });

  test("a violation that nobody asks about has no more to be told, but where its name is", () => {
    const isOpen = (text: string, criterion: string, explain: boolean): boolean =>
      "open" in decideWithin(parseHistory(text), { criterion, explain });
    expect(isOpen(stale, "sequential", false)).toBe(false);
    expect(isOpen(stale, "sequential", true)).toBe(true);
    expect(isOpen(buffering, "sc", false)).toBe(true);
  });

  test("is proved where a proof is wanted", () => {
    const violation = (wantsProof: Telling["wantsProof"]) => {
      const result = told(stale, { criterion: "sequential" }, { ...(wantsProof && { wantsProof }) });
      return result.verdict === "violated" ? result.violation : undefined;
    };
    expect(violation(undefined)?.proof).toBeDefined();
    expect(violation(() => true)).toEqual(violation(undefined));
    const [proved, unproved] = [violation(undefined), violation(() => false)];
    expect(unproved).toMatchObject({ kind: "core", cause: proved?.cause, reason: proved?.reason });
    expect([unproved?.proof, unproved?.steps]).toEqual([undefined, undefined]);
  });
});

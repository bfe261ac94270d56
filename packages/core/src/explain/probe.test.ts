import { expect, test } from "vitest";
import { check } from "../check.js";
import { generateHistory } from "../testing/generate.js";
import { satisfies } from "../testing/oracle.js";
import { toRecord } from "../testing/record.js";
import { findType, typeNames } from "../types/index.js";
import { select } from "../history/select.js";
const subsets = (list: readonly number[]): number[][] =>
  list.reduce<number[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]);
test("probe", () => {
  for (const criterion of ["linearizability", "sequential"] as const)
    for (const name of typeNames) {
      const type = findType(name);
      const kinds: Record<string, number> = {};
      let bad = 0;
      let shown = 0;
      let showEx = 0;
      const t0 = performance.now();
      let ex = 0;
      for (let seed = 1; seed <= 400; seed++) {
        const history = generateHistory(type, seed);
        const result = check(history, { type, criterion });
        if (result.verdict !== "violated") continue;
        const v = result.violation;
        kinds[v.kind] = (kinds[v.kind] ?? 0) + 1;
        if (v.kind === "exhausted" && showEx++ < 1)
          console.log("EXH", criterion, name, seed, JSON.stringify(v), JSON.stringify(toRecord(history)));
        if (v.kind === "exhausted") continue;
        const t = performance.now();
        const others = Array.from({ length: history.size }, (_, i) => i).filter(
          (i) => !v.operations.includes(i),
        );
        const out = subsets(others).find((c) =>
          satisfies(
            select(history, Int32Array.from([...v.operations, ...c]).sort()).history,
            type,
            criterion,
            history.initial,
          ),
        );
        ex += performance.now() - t;
        if (out) {
          bad++;
          if (shown++ < 2)
            console.log(
              "BAD",
              criterion,
              name,
              seed,
              JSON.stringify(out),
              JSON.stringify(v),
              JSON.stringify(toRecord(history)),
            );
        }
      }
      console.log(
        criterion,
        name,
        JSON.stringify(kinds),
        "bad",
        bad,
        Math.round(performance.now() - t0),
        "ms of which oracle",
        Math.round(ex),
      );
    }
  expect(1).toBe(1);
});

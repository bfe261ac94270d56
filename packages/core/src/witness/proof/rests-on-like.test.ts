import { describe, expect, test } from "vitest";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { about, all, verifies } from "@sightline/testing/proof/hand-proof.js";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { findType } from "../../types/index.js";
import { interchangeable } from "../scene/interchangeable.js";
import { createScene } from "../scene/scene.js";
import type { Proof, ProofNode } from "./proof.js";

describe("a case that is like another", () => {
  const text =
    "register { write(1) } || { write(1) } || { write(2) } || { read() => 2; read() => 1; read() => 2 }";
  const read = (op: number) => ({ line: op, view: 0, op });
  const proof = (criterion: string, like: readonly [number, number]): Proof =>
    about(criterion, "whole", {
      end: {
        since: read(3),
        id: "a",
        cases: [
          {
            by: 2,
            end: {
              since: read(5),
              id: "b",
              cases: [
                {
                  by: 2,
                  end: {
                    since: read(4),
                    id: "c",
                    cases: [
                      {
                        by: 0,
                        steps: [
                          { id: "f", fact: ["<", 2, 0], from: ["c.quiet", "a.sees", [3, 4]], between: [2] },
                        ],
                        end: { clash: ["b.quiet", "c.sees", "f", [4, 5]], between: [0] },
                      },
                      { by: 1, end: { like } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    });
  const checked = (history: string, criterion = "causal", like: readonly [number, number] = [0, 1]): string =>
    verifies(parseHistory(history), proof(criterion, like));

  test("needs no proof of its own where nothing tells two operations apart", () => {
    expect(checked(text)).toBe("valid");
    expect(
      checked(text.replace("=> 2; read() => 1; read() => 2", "=> 2; read() => 1; read() => 1")),
    ).not.toBe("valid");
  });
  test("needs one where anything does", () => {
    const none = "0 and 1 are told apart";
    expect(checked(text, "causal", [0, 2])).toBe("0 and 2 are told apart");
    expect(checked(text, "causal", [1, 1])).toBe("no other case is like it");
    expect(checked(`${text} with 0 < 3`)).toBe(none);
    expect(checked(text.replace("{ write(1) } ||", "{ ?write(1) } ||"))).toBe(none);
    expect(checked(text.replace("{ write(1) } ||", "{ write(1); read() => 1 } ||"))).not.toBe("valid");
    const narrow = { ...proof("causal", [0, 1]), views: [{ keep: "whole", results: [0, 3, 4, 5] }] } as Proof;
    expect(verifies(parseHistory(text), narrow)).toBe(none);
  });
  test("is like one that is proved, of the same distinction", () => {
    const history = parseHistory("register { write(1) } || { write(1) } || { read() => 1 }");
    const since = { ...all, op: 2 };
    const both = [0, 1].map((by) => ({ by, end: { like: [0, 1] as const } }));
    const round = about("sequential", "whole", { end: { since, id: "s", cases: both } });
    expect(verifies(history, round)).toBe("no other case is like it");
    expect(verifies(history, about("sequential", "whole", { end: { like: [0, 1] } }))).toBe(
      "only a case of a distinction is like another",
    );
  });
  test("rests on what the cases within it are like, too", () => {
    const history = fromRecord({
      type: "register",
      operations: [
        ...[2, 2, 1, 1].map((value, session) => ({ session, method: "write", args: [value], result: null })),
        ...[1, 2].map((result) => ({ session: 4, method: "read", args: [], result })),
        ...[2, 1].map((result) => ({ session: 5, method: "read", args: [], result })),
      ],
      happensBefore: [
        [6, 2],
        [6, 3],
        [0, 7],
        [1, 7],
      ],
    }) as History;
    // Say that #6 read from #0 and #7 from #3: then #0 comes before #2 and #3, and #1 before #3. If #5 read from #0,
    // #4 read neither from #3 nor, for that is like it, from #2. But that #5 read from #1 is not like that, for #1
    // need not come before #2.
    const inner: ProofNode = {
      end: {
        since: { ...all, op: 4 },
        id: "s4",
        cases: [
          { by: 3, end: { clash: ["f3", "s4.before", [4, 5], "s5.quiet"], between: [3] } },
          { by: 2, end: { like: [2, 3] } },
        ],
      },
    };
    const outer = (last: ProofNode): Proof =>
      about("sequential", "whole", {
        end: {
          since: { ...all, op: 6 },
          id: "s6",
          cases: [
            {
              by: 0,
              end: {
                since: { ...all, op: 7 },
                id: "s7",
                cases: [
                  {
                    by: 3,
                    steps: [
                      { id: "f1", fact: ["<", 1, 3], from: [[1, 7], "s7.quiet", "s7.before"], between: [1] },
                      { id: "f2", fact: ["<", 0, 2], from: ["s6.before", [6, 2]] },
                      { id: "f3", fact: ["<", 0, 3], from: ["s6.before", [6, 3]] },
                    ],
                    ...last,
                  },
                  { by: 2, end: { like: [2, 3] } },
                ],
              },
            },
            { by: 1, end: { like: [0, 1] } },
          ],
        },
      });
    const reads = (by: number, node: ProofNode) => ({ by, ...node });
    const byLikeness = outer({
      end: {
        since: { ...all, op: 5 },
        id: "s5",
        cases: [reads(0, inner), { by: 1, end: { like: [0, 1] } }],
      },
    });
    expect(check(history, { criterion: "sequential" }).verdict).toBe("satisfied");
    expect(verifies(history, byLikeness)).toBe("no other case is like it");
  });

  test("and the sessions count where the model speaks of them", () => {
    const other = "register { write(1) } || { write(1); read() => 1 } || { read() => 1 } with 0 < 2";
    const either: Proof = about("axioms vis >= po", "whole", {
      end: { either: ["<", 0, 1], id: "e", cases: [{ end: { clash: [] } }, { end: { like: [0, 1] } }] },
    });
    expect(verifies(parseHistory(other), either)).toBe("a branch ends without a contradiction");
    const scene = (criterion: string) =>
      createScene(parseHistory(other), findCriterion(criterion), { type: findType("register") }, []);
    expect(interchangeable(scene("axioms vis >= hb"), 0, 1)).toBe(true);
    expect(interchangeable(scene("axioms vis >= po"), 0, 1)).toBe(false);
  });
});

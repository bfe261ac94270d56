import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { about, all, verifies } from "@sightline/testing/proof/hand-proof.js";
import { findType } from "../../types/index.js";
import type { SequentialType } from "../../types/type.js";
import type { Proof, ProofNode } from "./proof.js";
import { verifyProof } from "./verify-proof.js";

const timed = (
  type: string,
  rows: readonly (readonly [number, string, unknown[], unknown, number, number?])[],
): History =>
  fromRecord({
    type,
    operations: rows.map(([session, method, args, result, call, end]) => ({
      session,
      method,
      args: args as never,
      ...(result !== undefined && { result: result as never }),
      call,
      ...(end !== undefined && { return: end }),
    })),
  }) as History;

describe("a proof by hand", () => {
  const staleRead = timed("register", [
    [0, "write", [1], null, 0, 1],
    [0, "write", [2], null, 2, 3],
    [1, "read", [], 1, 4, 5],
  ]);
  const overwritten = about("linearizability", "whole", {
    end: {
      since: { ...all, op: 2 },
      id: "s",
      cases: [{ by: 0, end: { clash: ["s.quiet", [0, 1], [1, 2]], between: [1] } }],
    },
  });
  test("of a stale read: what was read was overwritten", () => {
    expect(verifies(staleRead, overwritten)).toBe("valid");
  });

  test("is no proof where the read may come first, or a pending write may have come later", () => {
    const inTime = timed("register", [
      [0, "write", [1], null, 0, 1],
      [0, "write", [2], null, 2, 3],
      [1, "read", [], 1, 3, 5],
    ]);
    expect(verifies(inTime, overwritten)).toBe("1 does not happen before 2");
    const again = timed("register", [
      [0, "write", [1], null, 0, 1],
      [0, "write", [2], null, 2, 3],
      [1, "read", [], 1, 4, 5],
      [2, "write", [1], undefined, 0],
    ]);
    expect(verifies(again, overwritten)).toBe("s has no case for 3");
    const pending = timed("register", [
      [0, "write", [1], null, 0, 1],
      [0, "write", [2], undefined, 2],
      [1, "read", [], 1, 4, 5],
    ]);
    expect(verifies(pending, overwritten)).toBe("1 does not happen before 2");
  });

  test("of 1-2-1: two distinctions, the second within the first", () => {
    const history = parseHistory(
      "register { write(1) } || { write(2) } || { read() => 1; read() => 2; read() => 1 }",
    );
    const proof = about("sequential", "whole", {
      end: {
        since: { ...all, op: 2 },
        id: "s",
        cases: [
          {
            by: 0,
            end: {
              since: { ...all, op: 4 },
              id: "t",
              cases: [{ by: 0, end: { clash: ["t.quiet", [3, 4], "s.before", [2, 3]], between: [3] } }],
            },
          },
        ],
      },
    });
    expect(verifies(history, proof)).toBe("valid");
    const fine = parseHistory(
      "register { write(1) } || { write(2) } || { read() => 1; read() => 2; read() => 2 }",
    );
    expect(verifies(fine, proof)).not.toBe("valid");
  });

  test("of a queue: two elements and their order", () => {
    const history = parseHistory(
      "queue { offer(1) => true; offer(2) => true } || { poll() => 2; poll() => 1 }",
    );
    const proof = about("sequential", [1, 2], {
      end: {
        since: { ...all, op: 2 },
        id: "s",
        cases: [
          {
            by: 1,
            end: {
              since: { ...all, op: 1, from: ["s.at"] },
              id: "t",
              cases: [
                { by: "start", end: { clash: ["t.quiet", [0, 1]], between: [0] } },
                { by: 2, end: { clash: ["t.before", "s.before"] } },
                { by: 3, end: { clash: ["t.before", "s.before", [2, 3]] } },
              ],
            },
          },
        ],
      },
    });
    expect(verifies(history, proof)).toBe("valid");
    const fine = parseHistory("queue { offer(1) => true; offer(2) => true } || { poll() => 1; poll() => 2 }");
    expect(verifies(fine, proof)).not.toBe("valid");
  });

  test("of a lost increment: whatever else came before", () => {
    const rows = [
      [0, "inc", [], null, 0, 2],
      [1, "inc", [], null, 1, 3],
      [2, "read", [], 1, 4, 5],
    ] as const;
    const lost = about("linearizability", "whole", {
      end: { clash: [{ until: 2, ...all }, [0, 2], [1, 2]], between: [0, 1] },
    });
    expect(verifies(timed("counter", rows as never), lost)).toBe("valid");
    const more = timed("counter", [...rows, [3, "dec", [], undefined, 0]] as never);
    expect(verifies(more, lost)).toBe("a branch ends without a contradiction");
  });

  test("is none where an operation would have to take effect twice", () => {
    const once = parseHistory("counter { inc(); read() => 1 }");
    const twice = about("sequential", "whole", {
      end: { clash: [{ until: 1, ...all }, [0, 1]], between: [0, 0] },
    });
    expect(verifies(once, twice)).toBe("an operation takes effect once: it is named twice");
  });

  test("of what a session sees: monotonic, and what it sees through another: causal", () => {
    const twice = parseHistory("set { add(1) => true } || { contains(1) => true; contains(1) => false }");
    const proof = (criterion: string): Proof =>
      about(criterion, [1], {
        end: {
          since: { line: 1, view: 0, op: 1 },
          id: "s",
          cases: [
            {
              by: 0,
              steps: [{ id: "f", fact: ["sees", 2, 0], from: ["s.sees", [1, 2]] }],
              end: { clash: [{ until: 2, line: 2, view: 0 }, "f"], between: [0] },
            },
          ],
        },
      });
    expect(verifies(twice, proof("monotonic"))).toBe("valid");
    expect(verifies(twice, proof("peer"))).toBe("valid");
    expect(verifies(twice, proof("basic"))).toBe("f does not follow");
    expect(verifies(twice, proof("levels add=weak,contains=monotonic,*=weak"))).toBe("valid");
    expect(verifies(twice, proof("levels add=monotonic,contains=basic,*=monotonic"))).toBe(
      "f does not follow",
    );
    expect(verifies(twice, proof("axioms vis >= vis.po"))).toBe("valid");
    expect(verifies(twice, proof("axioms vis >= po"))).toBe("f does not follow");
    expect(verifies(twice, proof("sequential"))).toBe("here there is one line, of all operations");
  });

  test("of orders that contradict each other needs no state at all", () => {
    const history = fromRecord({
      type: "register",
      operations: [
        { session: 0, method: "write", args: [1], call: 0, return: 1 },
        { session: 1, method: "read", args: [], call: 2, return: 3 },
      ],
      happensBefore: [[1, 0]],
    }) as History;
    expect(
      verifies(
        history,
        about("linearizability", "whole", {
          end: {
            clash: [
              [0, 1],
              [1, 0],
            ],
          },
        }),
      ),
    ).toBe("valid");
    expect(
      verifies(
        history,
        about("sequential", "whole", {
          end: {
            clash: [
              [0, 1],
              [1, 0],
            ],
          },
        }),
      ),
    ).toBe("0 does not happen before 1");
  });

  test("of all orders, tried one by one", () => {
    const two =
      "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }";
    const proof = about("sequential", "whole", { end: { orders: [] } });
    expect(verifies(parseHistory(two), proof)).toBe("valid");
    expect(verifies(parseHistory(two.replace("q.poll() => 1", "q.poll() => 2")), proof)).toBe(
      "there is an order that explains the history",
    );
    expect(verifies(parseHistory(two), about("causal", "whole", { end: { orders: [] } }))).toMatch(
      /one line/,
    );
  });

  test("of all orders says nothing where each operation is judged by a run of its own, and there are several", () => {
    const method = { params: [], doc: "" };
    const coin: SequentialType<number> = {
      name: "coin",
      methods: { flip: method, look: method },
      init: () => 0,
      step: (side, { method: called }) =>
        called === "look" ? { state: side, result: side } : [0, 1].map((to) => ({ state: to, result: to })),
    };
    const history = parseHistory("coin { flip() => 1; look() => 0 }");
    const verdicts = ["sequential", "complete"].map((criterion) => {
      const proof = { criterion, views: [], tree: { end: { orders: [] } } };
      const { verdict } = check(history, { criterion, type: coin });
      return [verdict, verifyProof(history, findCriterion(criterion), { type: coin }, proof).valid];
    });
    expect(verdicts).toEqual([
      ["violated", true],
      ["satisfied", false],
    ]);
  });

  test("says nothing of an operation that may not have taken effect", () => {
    const history = timed("register", [
      [0, "read", [], 7, 0],
      [1, "write", [1], null, 1, 2],
    ]);
    const nobody = about("linearizability", "whole", {
      end: { since: { ...all, op: 0 }, id: "s", cases: [] },
    });
    expect(verifies(history, nobody)).toBe("0 may not have taken effect there");
    const until = about("linearizability", "whole", { end: { clash: [{ until: 0, ...all }] } });
    expect(verifies(history, until)).toBe("0 may not have taken effect there");
  });
});

test("a premise that is named twice says no more than once", () => {
  const history = parseHistory("sequence { insert(0,1) => null }");
  const clash = [{ answered: 0 }, { answered: 0 }];
  const proof = { criterion: "weak", views: [], tree: { end: { clash } } };
  expect(verifyProof(history, findCriterion("weak"), { type: findType("sequence") }, proof)).toMatchObject({
    reason: "a branch ends without a contradiction",
  });
});

test("the rules are short enough to be read", () => {
  const folder = new URL(".", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const lines = files.map((name) => readFileSync(new URL(name, folder), "utf8").split("\n").length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(600);
});

describe("what is no proof is refused with a reason", () => {
  const history = parseHistory("register { write(1) } || { read() => 2 }");
  const end = { since: { ...all, op: 1 }, id: "s", cases: [] };
  const proof = { criterion: "sequential", views: [{ keep: "whole" }], tree: { end } };
  const reasonOf = (given: unknown): string => verifies(history, given as Proof);
  const check = (given: unknown): string => {
    const checked = verifyProof(history, findCriterion("sequential"), { type: findType("register") }, given);
    return checked.valid ? "valid" : checked.reason;
  };
  test("a value that nobody wrote is refuted in one step", () => {
    expect(reasonOf(proof)).toBe("valid");
  });
  test.each([
    [null, "the proof is no object"],
    [[], "the proof is no object"],
    [{}, '"criterion" must be a text'],
    [{ ...proof, views: [{}] }, '"views[0].keep" must be "whole" or a list of keys or elements'],
    [{ ...proof, views: [{ keep: [undefined] }] }, '"views[0].keep" must be'],
    [{ ...proof, tree: undefined }, '"tree" must be an object'],
    [{ ...proof, tree: {} }, '"tree.end" must be an object'],
    [{ ...proof, tree: { end: {} } }, '"tree.end" must have one of "clash", "since"'],
    [{ ...proof, tree: { end: { ...end, orders: [] } } }, '"tree.end" must have one of'],
    [{ ...proof, tree: { end: { like: [0, 1, 1] } } }, '"tree.end.like" must be two ids'],
    [{ ...proof, tree: { steps: [{}], end } }, '"tree.steps[0].id" must be a name'],
    [
      { ...proof, tree: { end: { ...end, since: { ...all, op: -1 } } } },
      '"tree.end.since.op" must be the id of an operation, from 0 to 1',
    ],
    [
      { ...proof, tree: { end: { ...end, cases: [{ by: "me", end }] } } },
      '"tree.end.cases[0].by" must be "start" or the id',
    ],
    [{ ...proof, tree: { end: { clash: [7] } } }, '"tree.end.clash[0]" must be [a, b], the name of a fact'],
    [{ ...proof, tree: { end: { either: ["<", 0, 1], id: "e", cases: [] } } }, "e has no case for 0"],
    [{ ...proof, views: [{ keep: [1] }] }, "type register has no parts"],
    [{ ...proof, views: [{ object: "q", keep: "whole" }] }, "the history has no object"],
    [{ ...proof, views: [] }, "there is no view 0"],
    [{ ...proof, criterion: "causal" }, "it is a proof about causal"],
    [
      { ...proof, tree: { end: { ...end, since: { ...all, op: 9 } } } },
      '"tree.end.since.op" must be the id of an operation, from 0 to 1',
    ],
    [{ ...proof, tree: { end: { clash: ["x"] } } }, "there is no fact x"],
    [{ ...proof, tree: { end: { clash: [[0, 1]] } } }, "0 does not happen before 1"],
    [
      { ...proof, tree: { steps: [{ id: "f", fact: ["<", 0, 0], from: [] }], end } },
      "an operation and itself",
    ],
    [{ ...proof, tree: { steps: [{ id: "f", fact: ["<", 0, 1], from: [] }], end } }, "f does not follow"],
    [
      { ...proof, tree: { steps: [{ id: "f", fact: ["sees", 0, 1], from: [] }], end } },
      "here every operation sees",
    ],
  ])("%j: %s", (given, reason) => {
    expect(check(given)).toContain(reason);
  });
  test("a tree without end", () => {
    let tree: ProofNode = { end: { clash: [] } };
    for (let depth = 0; depth < 5000; depth++)
      tree = { end: { either: ["<", 0, 1], id: `e${depth}`, cases: [tree, tree] } };
    expect(check({ ...proof, tree })).toBe("it is nested too deeply");
  });
});

test("what takes more than a proof may is told from what is wrong", () => {
  const writes = Array.from({ length: 70 }, (_, value) => `write(${value})`).join("; ");
  const verdictOf = (history: History, tree: ProofNode) =>
    verifyProof(
      history,
      findCriterion("sequential"),
      { type: findType(history.type ?? "") },
      {
        criterion: "sequential",
        views: [],
        tree,
      },
    );
  const orders: ProofNode = { end: { orders: [] } };
  expect(verdictOf(parseHistory(`register { ${writes} }`), orders)).toEqual({
    valid: false,
    tooLarge: true,
    reason: "too many operations to try their orders",
  });
  expect(verdictOf(parseHistory("register { write(1) }"), orders)).toEqual({
    valid: false,
    tooLarge: false,
    reason: "there is an order that explains the history",
  });
});

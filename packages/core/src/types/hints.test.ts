import { describe, expect, test } from "vitest";
import type { Invocation } from "../history/history.js";
import { canonical, type Value } from "../history/value.js";
import { findType, typeNames } from "./index.js";
import { createRandom } from "../random.js";
import { findWrongHint } from "./find-wrong-hint.js";
import { outcomes, type SequentialType, stateKey } from "./type.js";
import { seeds } from "@sightline/testing/seeds.js";

/** The calls of a method with every combination of the given arguments. */
function calls(method: string, ...domains: readonly (readonly Value[])[]): Invocation[] {
  let lists: Value[][] = [[]];
  for (const domain of domains) lists = lists.flatMap((list) => domain.map((value) => list.concat([value])));
  return lists.map((args) => ({ method, args }));
}

const none = (...methods: string[]): Invocation[] => methods.flatMap((method) => calls(method));

const priorityCalls = [
  ...calls("add", [1, 2], [0, 3, 5]),
  ...calls("incrby", [1, 2], [-3, 0, 3, 5]),
  ...calls("rem", [1, 2]),
  ...calls("score", [1, 2]),
  ...none("max", "size"),
];

const ofCounters = {
  invocations: [
    ...none("read", "inc", "dec"),
    ...calls("inc", [2]),
    ...calls("dec", [0]),
    ...calls("add", [-2, 0, 5]),
  ],
  initials: [undefined, 3],
};

/** Each type with invocations over so few values that they meet, and states to start from. */
const domains: Record<string, { invocations: Invocation[]; initials: (Value | undefined)[] }> = {
  register: {
    invocations: [
      ...none("read"),
      ...calls("write", [0, 1, "a", [1]]),
      ...calls("cas", [0, 1, "a", null], [0, 1, 2]),
    ],
    initials: [undefined, 0, "a", [1]],
  },
  memory: {
    invocations: [
      ...none("fence"),
      ...calls("read", ["x", 1]),
      ...calls("write", ["x", 1], [0, 1, null, 2]),
      ...calls("exchange", ["x", 1], [0, 1, 2]),
    ],
    initials: [undefined, { x: 2 }, [[1, null]], { x: 0 }],
  },
  counter: ofCounters,
  set: {
    invocations: [
      ...["add", "remove", "contains"].flatMap((method) => calls(method, [1, "1"])),
      ...none("size", "isEmpty", "toArray", "clear"),
    ],
    initials: [undefined, [1]],
  },
  map: {
    invocations: [
      ...["put", "putIfAbsent", "replace"].flatMap((method) => calls(method, [1, "k"], [0, 7, null])),
      ...calls("replace", [1, "k"], [0, 7, null], [7, null]),
      ...["get", "remove", "containsKey"].flatMap((method) => calls(method, [1, "k"])),
      ...calls("containsValue", [7, null]),
      ...none("size", "isEmpty", "keys", "values", "entries", "clear"),
    ],
    initials: [undefined, { k: 7 }, [[1, null]]],
  },
  queue: {
    invocations: [...calls("offer", [1, 2]), ...none("poll", "peek", "size", "isEmpty", "toArray", "clear")],
    initials: [undefined, [1], [2, 1, 1]],
  },
  stack: {
    invocations: [...calls("push", [1, 2]), ...none("pop", "peek", "size", "isEmpty")],
    initials: [undefined, [1], [2, 1, 1]],
  },
  deque: {
    invocations: [
      ...["addFirst", "addLast", "offerFirst", "offerLast", "offer"].flatMap((m) => calls(m, [1, 2])),
      ...none("pollFirst", "pollLast", "poll", "peekFirst", "peekLast", "peek"),
      ...none("size", "isEmpty", "toArray", "clear"),
    ],
    initials: [undefined, [1], [2, 1, 1]],
  },
  "priority-queue": { invocations: priorityCalls, initials: [undefined, [[1, 5]]] },
  rpq: { invocations: priorityCalls, initials: [undefined, [[1, 5]]] },
  list: {
    invocations: [
      ...calls("insert", [0, 1, 3], ["a", null]),
      ...calls("delete", [0, 1, 3]),
      ...calls("get", [0, 1, 3]),
      ...none("read"),
    ],
    initials: [undefined, ["a"], [null, "a", "b"]],
  },
  kv: {
    invocations: [
      ...calls("get", ["k", 1]),
      ...calls("put", ["k", 1], ["", "a", "aa", "b"]),
      ...calls("append", ["k", 1], ["", "a", "aa", "b"]),
    ],
    initials: [undefined, { k: "b" }, [[1, ""]]],
  },
  mutex: { invocations: none("acquire", "release"), initials: [undefined, true, false] },
  "multi-register": {
    invocations: calls("txn", [
      [["read", "x", null]],
      [["write", "x", 1]],
      [["write", "x", 2]],
      [["write", 1, null]],
      [["read", 1, null]],
      [
        ["read", "x", null],
        ["write", 1, 1],
      ],
      [
        ["write", "x", 1],
        ["read", "x", null],
        ["write", "x", 0],
      ],
      [
        ["write", "x", 2],
        ["write", 1, 2],
        ["read", 1, null],
      ],
    ]),
    initials: [undefined, { x: 1 }, [[1, 1]]],
  },
  "multi-list": {
    invocations: calls("txn", [
      [["read", "x", null]],
      [["append", "x", 1]],
      [["append", "x", 2]],
      [
        ["append", "x", 1],
        ["append", "x", 1],
      ],
      [["read", 1, null]],
      [
        ["read", "x", null],
        ["append", 1, 1],
      ],
      [
        ["append", "x", 2],
        ["read", "x", null],
        ["append", 1, [2]],
      ],
    ]),
    initials: [undefined, { x: [1] }, [[1, [[2], null]]]],
  },
  sequence: {
    invocations: [
      ...calls("insertAfter", [null, "a", "b"], ["a", "b", "c"]),
      ...calls("insert", [0, 1, 3], ["a", "b"]),
      ...calls("delete", ["a", "b"]),
      ...none("read"),
    ],
    initials: [undefined, ["a"], ["c", "a", "b"]],
  },
  "or-set": {
    invocations: [
      ...["add", "remove", "contains"].flatMap((method) => calls(method, [1, "1"])),
      ...none("size", "isEmpty", "toArray", "clear"),
    ],
    initials: [undefined, [1]],
  },
  "lww-register": {
    invocations: [...none("read"), ...calls("write", [0, 1, "a", [1]])],
    initials: [undefined, 0, "a", [1]],
  },
  "lww-map": {
    invocations: [
      ...calls("put", [1, "k"], [0, 7, null]),
      ...["get", "remove", "containsKey"].flatMap((method) => calls(method, [1, "k"])),
      ...calls("containsValue", [7, null]),
      ...none("size", "isEmpty", "keys", "values", "entries"),
    ],
    initials: [undefined, { k: 7 }, [[1, null]]],
  },
  "mv-register": {
    invocations: [...none("read"), ...calls("write", [0, 1, "a", [1]])],
    initials: [undefined, [0], ["a", 0]],
  },
  "pn-counter": ofCounters,
};

test("every built-in type has a domain here, with all its methods", () => {
  expect(Object.keys(domains).sort()).toEqual([...typeNames].sort());
  for (const name of typeNames)
    expect(new Set(domains[name].invocations.map(({ method }) => method))).toEqual(
      new Set(Object.keys(findType(name).methods ?? {})),
    );
});

describe.each(typeNames)("%s", (name) => {
  const type = findType(name);
  const { invocations, initials } = domains[name];

  test("no hint is wrong", () => {
    for (const length of [3, 8])
      expect(
        findWrongHint(type, invocations, { seed: length, rounds: seeds(700), length, initials }),
      ).toBeUndefined();
  });

  test("keys are equal exactly for states that no operations tell apart", () => {
    const random = createRandom(7);
    const randomState = (): unknown => {
      let state: unknown = type.init(initials[random.int(initials.length)]);
      for (let i = random.int(6); i > 0; i--) {
        const found = outcomes(type, state, invocations[random.int(invocations.length)]);
        if (found.length > 0) state = found[random.int(found.length)].state;
      }
      return state;
    };
    let [same, different] = [0, 0];
    for (let round = 0; round < seeds(250); round++) {
      const [a, b] = [randomState(), randomState()];
      const told = Array.from({ length: 300 }).some(() => {
        const suffix = Array.from(
          { length: 1 + random.int(6) },
          () => invocations[random.int(invocations.length)],
        );
        return results(type, a, suffix) !== results(type, b, suffix);
      });
      expect(told).toBe(stateKey(type, a) !== stateKey(type, b));
      if (told) different++;
      else same++;
    }
    expect(Math.min(same, different)).toBeGreaterThan(4);
  });
});

/** The results of a sequence; where there is a choice, all of them, and the first is taken. */
function results(type: SequentialType, state: unknown, sequence: readonly Invocation[]): string {
  let now = state;
  const seen: string[] = [];
  for (const invocation of sequence) {
    const found = outcomes(type, now, invocation);
    seen.push(found.map(({ result }) => canonical(result)).join("|"));
    if (found.length === 0) break;
    now = found[0].state;
  }
  return seen.join(" ");
}

describe("findWrongHint finds", () => {
  const invocations = domains.set.invocations;
  const wrong = (hint: Partial<SequentialType>) =>
    findWrongHint({ ...findType("set"), ...hint }, invocations, { rounds: 3000 });

  test("a label that is called pure and is not", () => {
    expect(wrong({ pure: ({ method }) => method === "remove" })).toMatch(
      /^pure: remove\(.*changes the state/,
    );
    expect(wrong({ pure: ({ result }) => result === false || result === undefined })).toMatch(/^pure: /);
  });

  test("a partition that is not one", () => {
    expect(wrong({ partition: ({ method, args }) => args[0] ?? method })).toMatch(/^partition: /);
  });

  test("invocations that are said to commute and do not", () => {
    expect(wrong({ commute: (a, b) => a.args.length > 0 && b.args.length > 0 })).toMatch(/^commute: /);
  });

  test("an update that is said to be irrelevant and is not", () => {
    expect(wrong({ relevant: (query) => query.method !== "size" })).toMatch(/^relevant: .*size\(\) returns$/);
  });

  test("states that are merged and are not the same", () => {
    expect(wrong({ quotient: () => () => undefined })).toMatch(/^quotient: /);
  });

  test("a relative type that tells something else", () => {
    const relativeTo = () => ({ of: () => 0, step: () => ({ state: 0, result: true }), key: () => 0 });
    expect(wrong({ relativeTo })).toMatch(/^relativeTo: /);
  });

  test("a step that changes its state", () => {
    const type: SequentialType<number[]> = {
      name: "log",
      init: () => [],
      step: (state) => ({ state, result: state.push(1) }),
    };
    expect(findWrongHint(type, [{ method: "log", args: [] }])).toMatch(/^step on log\(\) changes/);
  });
});

// @module-tag slow
import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { parseHistory } from "../../history/parse-history.js";
import { type History, labelOf } from "../../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createRandom } from "../../random.js";
import { generateSeparatingHistory } from "@sightline/testing/visibility/separating.js";
import {
  createVisibilityOracle,
  happensBeforeRelation,
  type LevelOf,
} from "@sightline/testing/visibility/visibility-oracle.js";
import { findType } from "../../types/index.js";
import type { SequentialType } from "../../types/type.js";
import { LEVEL, type LevelName, levelNames } from "../../criteria/levels.js";
import type { OrderName } from "../../criteria/order-name.js";
import { type Problem, splitPending, type VisibilityFound, withProblem } from "../problem.js";
import { createMeter } from "../meter.js";
import { decideLevels, levelsInTurns, searchLevels } from "./decide-levels.js";
import { elements, largeSets, setOf } from "../sets.js";
import { levelHolds } from "@sightline/testing/visibility/level-holds.js";
import { seeds } from "@sightline/testing/seeds.js";
import { expectSame } from "@sightline/testing/expect-same.js";

type Engine = <Bits>(problem: Problem<Bits>, levels: Uint8Array) => VisibilityFound<Bits>;

const engines: Record<string, Engine> = {
  searchLevels: (problem, levels) => searchLevels(problem, levels, createBudget()),
  refined: (problem, levels) => searchLevels(problem, levels, createBudget(), true),
  decideLevels: (problem, levels) => decideLevels(problem, levels, createBudget()),
  inTurns,
};

/** Interrupted after each few steps. */
function inTurns<Bits>(problem: Problem<Bits>, levels: Uint8Array): VisibilityFound<Bits> {
  const meter = createMeter(createBudget());
  const searching = levelsInTurns(problem, levels, meter);
  for (;;) {
    meter.takeTurn(400, Infinity);
    const step = searching.next();
    if (step.done === true) return step.value;
  }
}

const levelsOf = (history: History, ids: readonly number[], levelOf: LevelOf): Uint8Array =>
  Uint8Array.from(ids, (id) => LEVEL[levelOf(labelOf(history, id).method)]);

/** What is wrong with a witness, by the definition; `undefined` if nothing is. */
function faultOf<Bits>(
  history: History,
  problem: Problem<Bits>,
  found: VisibilityFound<Bits> & { verdict: "satisfied" },
  levelOf: LevelOf,
  order: OrderName,
): string | undefined {
  const { ids, sets, execution } = problem;
  const lin = found.linearization.map((operation) => ids[operation]);
  if (new Set(lin).size !== ids.length || lin.length !== ids.length) return "not a permutation";
  const hb = happensBeforeRelation(history, order);
  if (lin.some((b, at) => lin.some((a, later) => later > at && hb[a][b]))) return "against happens-before";
  const vis: number[][] = Array.from({ length: history.size }, () => []);
  for (const operation of found.linearization) {
    const seen = elements(sets, found.visible[operation]);
    const place = found.linearization.indexOf(operation);
    if (seen.some((other) => found.linearization.indexOf(other) >= place)) return "sees what comes later";
    vis[ids[operation]] = [...found.linearization.filter((other) => seen.includes(other)), operation].map(
      (other) => ids[other],
    );
    let state = execution.initial;
    for (const other of found.linearization) if (seen.includes(other)) state = execution.next(state, other);
    if (!execution.explains(state, operation)) return `result of ${ids[operation]}`;
  }
  const wrong = lin.find((id) => !levelHolds(levelOf(labelOf(history, id).method), id, lin, vis, hb));
  return wrong === undefined ? undefined : `level of ${wrong}`;
}

/** The same problem in sets for any number of operations. */
function enlarged<Bits>(problem: Problem<Bits>): Problem<bigint> {
  const convert = (set: Bits): bigint => setOf(largeSets, elements(problem.sets, set));
  const { known: _, ...rest } = problem;
  return {
    ...rest,
    sets: largeSets,
    before: problem.before.map(convert),
    sessionBefore: problem.sessionBefore.map(convert),
    pure: convert(problem.pure),
  };
}

/** The verdict over all choices of pending operations that took effect; throws on a witness that is wrong. */
function verdictOf(
  history: History,
  type: SequentialType,
  levelOf: LevelOf,
  order: OrderName,
  engine: Engine,
  large = false,
): boolean {
  const { certain, optional } = splitPending(history);
  for (let choice = 0; choice < 1 << optional.length; choice++) {
    const ids = [...certain, ...optional.filter((_, at) => (choice >> at) & 1)].sort((a, b) => a - b);
    const run = <Bits>(problem: Problem<Bits>): boolean => {
      const found = engine(problem, levelsOf(history, ids, levelOf));
      if (found.verdict === "unknown") throw new Error("unknown without a budget");
      if (found.verdict === "violated") return false;
      const fault = faultOf(history, problem, found, levelOf, order);
      if (fault !== undefined) throw new Error(`wrong witness: ${fault}`);
      return true;
    };
    const satisfied = withProblem(history, type, history.initial, ids, order, (problem) =>
      large ? run(enlarged(problem)) : run(problem),
    );
    if (satisfied) return true;
  }
  return false;
}

/** Compares both engines with the definition, at the six uniform levels and at several mixed ones. */
function compare(history: History, type: SequentialType, seed: number, counts: Map<string, number>): void {
  const random = createRandom(seed);
  const order = random.pick(["session", "realtime"] as const);
  const oracle = createVisibilityOracle(history, type, { order });
  const mixtures = Array.from({ length: 4 }, () => randomLevels(type, random));
  const levelMaps: [string, LevelOf][] = [
    ...levelNames.map((name): [string, LevelOf] => [name, () => name]),
    ...mixtures.map((mixture): [string, LevelOf] => [JSON.stringify(mixture), (method) => mixture[method]]),
  ];
  levelMaps.forEach(([name, levelOf], at) => {
    const expected = oracle.satisfiesLevels(levelOf);
    const outcome = `${at < levelNames.length ? name : "mixed"} ${expected}`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    for (const [engine, run] of Object.entries(engines))
      expectSame(
        verdictOf(history, type, levelOf, order, run),
        expected,
        () => `${type.name} seed ${seed} ${name} ${engine}`,
      );
    if (at === seed % levelMaps.length)
      expect(verdictOf(history, type, levelOf, order, engines.searchLevels, true), "large sets").toBe(
        expected,
      );
  });
}

const typeNames = [
  "set",
  "map",
  "register",
  "queue",
  "stack",
  "rpq",
  "counter",
  "priority-queue",
  "mutex",
] as const;

describe("agrees with the definition, with a witness that holds", () => {
  const counts = new Map<string, number>();

  test.each(typeNames)("%s", (name) => {
    const type = findType(name);
    for (let seed = 1; seed <= seeds(50); seed++) {
      compare(generateHistory(type, seed, 5), type, seed, counts);
      compare(generateVisibilityHistory(type, seed, 5), type, seed, counts);
    }
  });

  test("histories near the border between two levels", () => {
    for (let seed = 1; seed <= seeds(190); seed++) {
      const { type, history } = generateSeparatingHistory(seed);
      compare(history, type, seed, counts);
    }
  });

  test("a type without hints, and one whose queries cannot always happen", () => {
    const { init, step, methods = {} } = findType("map");
    const bare: SequentialType = { name: "map", init, step, methods };
    for (let seed = 1; seed <= seeds(50); seed++)
      compare(generateVisibilityHistory(bare, seed, 5), bare, seed, counts);
    for (let seed = 1; seed <= seeds(90); seed++)
      compare(generateVisibilityHistory(gate, seed, 5), gate, seed, counts);
  });

  test("both verdicts are common at every level", () => {
    for (const name of [...levelNames, "mixed"])
      for (const verdict of [true, false]) expect(counts.get(`${name} ${verdict}`), name).toBeGreaterThan(30);
  });
});

/** A door that only opens while it is shut; one can pass, or look through it, only while it is open. */
const gate: SequentialType<boolean> = {
  name: "gate",
  methods: {
    open: { params: [], doc: "Opens it." },
    shut: { params: [], doc: "Shuts it." },
    pass: { params: [], doc: "Leaves it as it is; not possible while it is shut." },
    isOpen: { params: [], doc: "Returns whether it is open." },
  },
  init: () => false,
  step(isOpen, { method }) {
    switch (method) {
      case "open":
        return isOpen ? [] : { state: true, result: null };
      case "shut":
        return { state: false, result: isOpen };
      case "pass":
        return isOpen ? { state: true, result: null } : [];
      default:
        return { state: isOpen, result: isOpen };
    }
  },
  pure: ({ method }) => method === "pass" || method === "isOpen",
};

/** The verdict of a history in the notation at the given levels. */
function decide(notation: string, type: string, levelOf: LevelOf): boolean {
  const history = parseHistory(notation);
  const verdicts = Object.values(engines).map((engine) =>
    verdictOf(history, findType(type), levelOf, "session", engine),
  );
  expect(new Set(verdicts).size).toBe(1);
  return verdicts[0];
}

describe("facts about levels", () => {
  test("with mixed levels causal does not imply peer", () => {
    const notation = "{ add(1); add(2) } || { contains(2) => true; contains(1) => false }";
    const at = (level: LevelName): boolean =>
      decide(notation, "set", (method) => (method === "add" ? "weak" : level));
    expect(levelNames.filter(at)).toEqual(["weak", "basic", "monotonic", "causal"]);
  });

  test("a history may pass on every key and fail as a whole", () => {
    const both =
      "{ put(0,1); put(1,1) } || { put(1,2); put(0,2) } || { get(0) => 2; get(0) => 1 } || { get(1) => 1; get(1) => 2 }";
    const first = "{ put(0,1) } || { put(0,2) } || { get(0) => 2; get(0) => 1 }";
    const second = "{ put(1,1) } || { put(1,2) } || { get(1) => 1; get(1) => 2 }";
    const passing = (notation: string) => levelNames.filter((level) => decide(notation, "map", () => level));
    expect(passing(first)).toEqual([...levelNames]);
    expect(passing(second)).toEqual([...levelNames]);
    expect(passing(both)).toEqual(["weak", "basic"]);
  });

  test("a contradictory happens-before is violated at every level", () => {
    const history = parseHistory("{ add(1) }");
    withProblem(history, findType("set"), undefined, [0], "session", (problem) => {
      const cyclic = { ...problem, cyclic: true };
      expect(searchLevels(cyclic, [LEVEL.weak], createBudget()).verdict).toBe("violated");
      expect(decideLevels(cyclic, [LEVEL.weak], createBudget()).verdict).toBe("violated");
    });
  });
});

describe("beyond small histories", () => {
  /** Two sessions that add 0 … count-1 and count … 2·count-1, and one that looks for each, the last first. */
  const grown = (count: number, present: (element: number) => boolean): string => {
    const adds = (from: number) => Array.from({ length: count }, (_, i) => `add(${from + i})`).join("; ");
    const looks = Array.from({ length: 2 * count }, (_, i) => `contains(${i}) => ${present(i)}`);
    return `{ ${adds(0)} } || { ${adds(count)} } || { ${looks.reverse().join("; ")} }`;
  };
  /** The verdicts of both engines; the witnesses of long histories are left to the short ones above. */
  const verdicts = (notation: string, type: string, level: LevelName): string => {
    const history = parseHistory(notation);
    const ids = [...Array(history.size).keys()];
    const levels = levelsOf(history, ids, () => level);
    return withProblem(history, findType(type), undefined, ids, "session", (problem) =>
      [...new Set(Object.values(engines).map((engine) => engine(problem, levels).verdict))].join(),
    );
  };

  test("a hundred operations", () => {
    const passing = (notation: string) =>
      levelNames.filter((level) => verdicts(notation, "set", level) === "satisfied");
    expect(passing(grown(25, () => true))).toEqual([...levelNames]);
    // It sees the second half of each session but not the first: fine without peer.
    expect(passing(grown(25, (element) => element % 25 >= 12))).toEqual(["weak", "basic", "monotonic"]);
  });

  test("many hundreds of operations do not overflow the stack", () => {
    const operations = Array.from({ length: 200 }, (_, i) => `write(${i}); read() => ${i}`).join("; ");
    for (const level of ["basic", "causal", "complete"] as const)
      expect(verdicts(`{ ${operations} } || { read() => 7 }`, "register", level)).toBe("satisfied");
  });

  test("the operation that nothing explains is named", () => {
    // Many reads are hard to explain together; nobody wrote 99.
    const writers = Array.from({ length: 6 }, (_, i) => `{ write(${i}); write(${i + 10}) }`).join(" || ");
    const readers = Array.from({ length: 5 }, (_, i) => `{ read() => ${i}; read() => ${i + 1} }`).join(
      " || ",
    );
    const history = parseHistory(`${writers} || ${readers} || { read() => 99 }`);
    const ids = [...Array(history.size).keys()];
    withProblem(history, findType("register"), undefined, ids, "session", (problem) => {
      const levels = new Uint8Array(problem.size).fill(LEVEL.complete);
      const found = decideLevels(problem, levels, createBudget());
      expect(found).toMatchObject({ verdict: "violated", unexplained: history.size - 1 });
    });
  });

  test("an operation that nothing explains at its level is named", () => {
    // The last read should see write(9) before it. The orders that explain all the others are many.
    const writers = Array.from({ length: 7 }, (_, i) => `{ write(${i}) }`).join(" || ");
    const readers = Array.from({ length: 3 }, (_, i) => `{ read() => ${i}; read() => ${i + 3} }`).join(
      " || ",
    );
    const history = parseHistory(`${writers} || ${readers} || { write(9); read() => null }`);
    const ids = [...Array(history.size).keys()];
    withProblem(history, findType("register"), undefined, ids, "session", (problem) => {
      const levels = new Uint8Array(problem.size).fill(LEVEL.monotonic);
      levels[problem.size - 1] = LEVEL.complete;
      const found = decideLevels(problem, levels, createBudget());
      expect(found).toMatchObject({ verdict: "violated", unexplained: history.size - 1 });
    });
  });

  test("a budget that runs out gives unknown", () => {
    // Any of 2^24 sets may give this sum of powers of two, but none does: it is beyond their sum.
    const adds = Array.from({ length: 24 }, (_, i) => `{ add(${2 ** i}) }`).join(" || ");
    const history = parseHistory(`${adds} || { read() => ${2 ** 30} }`);
    const ids = [...Array(history.size).keys()];
    withProblem(history, findType("counter"), undefined, ids, "session", (problem) => {
      const levels = new Uint8Array(problem.size).fill(LEVEL.weak);
      for (const engine of [searchLevels, decideLevels]) {
        const few = engine(problem, levels, createBudget({ states: 10_000 }));
        expect(few).toMatchObject({ verdict: "unknown", reason: "states" });
        const late = engine(problem, levels, createBudget({ deadline: performance.now() + 50 }));
        expect(late).toMatchObject({ verdict: "unknown", reason: "deadline" });
      }
    });
  });
});

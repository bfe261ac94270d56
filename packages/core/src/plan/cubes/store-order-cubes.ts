import type { Asked } from "../../ask/understand.js";
import { type Budget, createBudget, orExhausted } from "../../budget.js";
import type { Cube } from "../../cubes/cube.js";
import type { StoreOrderModel } from "../../criteria/memory-models.js";
import { certainSources, readAccesses, settle } from "../../memory/accesses.js";
import type { MemoryHistory } from "../../memory/memory-history.js";
import { createMeter } from "../../memory/meter.js";
import { type BranchSearch, createBranchSearch } from "../../memory/store-order/branch-search.js";
import { saturate } from "../../memory/store-order/saturation.js";
import { createTsoView } from "../../memory/store-order/tso-view.js";
import { memoryWitness } from "../memory-witness.js";
import { type CubeFound, type CubePlan, type CubeSearch, createRunBudget } from "./cube-search.js";

/** Wrong choices after which a run looks whether it may open more forks, and whether its time is over. */
const AT_A_TIME = 4;
/** Between two choices a run can be stopped and taken up again; it is stopped amid one only after so many milliseconds more. */
const GRACE = 50;

/**
 * SC and TSO, where it is known who read from whom: saturate, and branch on pairs of writes. A fork is a pair, its ways
 * are the two orders. Any store order has one of them, whichever pair it is: so cubes name their pairs, for which of
 * them the search comes upon depends on what it tried before. `undefined` where reads may have several sources.
 */
export function storeOrderCubes({ history, initial }: Asked, model: StoreOrderModel): CubePlan | undefined {
  const accesses = readAccesses(history, initial);
  if (accesses.impossible !== undefined) return undefined;
  const { source, ambiguous } = certainSources(accesses);
  if (ambiguous.length > 0) return undefined;
  const memory = settle(accesses, source);
  const tso = model === "tso" ? createTsoView(memory) : undefined;
  if (tso?.coherent === false) return undefined;
  const witnessOf = (order: Int32Array) => {
    const orders = [tso === undefined ? order.slice() : order.map((o) => tso.original[o])];
    return memoryWitness(history, model, accesses, { orders, memory, chosen: new Map() });
  };
  return {
    algorithm: "saturation+branch",
    searches: [branchCubes(tso?.view ?? memory, witnessOf)],
    hasOtherMeans: true,
    merge: ([witness]) => witness,
    violated: () => ({ refuted: [{ memory, chosen: new Map() }], accesses }),
  };
}

function branchCubes(
  memory: MemoryHistory,
  witnessOf: (order: Int32Array) => (CubeFound & { verdict: "satisfied" })["witness"],
): CubeSearch {
  const budget = createRunBudget();
  let meter = createMeter(budget);
  let search: BranchSearch | "inconsistent" | undefined;
  /** Where the search stands, if it can go on from there. */
  let place: Cube | undefined;
  let isTaking = false;

  const open = (): BranchSearch | "inconsistent" => {
    meter = createMeter(budget);
    const saturation = saturate(memory, meter);
    return saturation.consistent ? createBranchSearch(memory, saturation, meter) : "inconsistent";
  };
  const searchIn = (cube: Cube, forks: number, softly: Budget): CubeFound => {
    search ??= open();
    if (search === "inconsistent") return { verdict: "violated" };
    if (place === undefined || !isSame(place, cube)) {
      isTaking = true;
      search.take(cube);
      isTaking = false;
    }
    place = undefined;
    for (let left = forks; ; left -= AT_A_TIME) {
      const outcome = search.run(AT_A_TIME, Math.min(left, AT_A_TIME));
      if (outcome === "satisfied") return { verdict: "satisfied", witness: witnessOf(search.order) };
      if (outcome === "violated") return { verdict: "violated" };
      const reason = left <= AT_A_TIME ? "states" : softly.exceeded(0);
      if (reason === undefined) continue;
      place = search.rest();
      return { verdict: "open", rest: place, reason };
    }
  };
  return {
    decide(cube, { forks = Infinity, ...bounds }) {
      const { deadline = Infinity } = bounds;
      budget.begin({ ...bounds, deadline: deadline + GRACE });
      const before = meter.steps;
      const found = orExhausted<CubeFound>(
        () => searchIn(cube, forks, createBudget(bounds)),
        (reason) => {
          const isBegun = search !== undefined && search !== "inconsistent" && !isTaking;
          const rest = isBegun ? (search as BranchSearch).rest() : cube;
          // It was stopped in the middle of a step: it has to begin again.
          search = undefined;
          isTaking = false;
          return { verdict: "open", rest, reason };
        },
      );
      return { ...found, states: Math.max(0, meter.steps - before) };
    },
  };
}

function isSame(a: Cube, b: Cube): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

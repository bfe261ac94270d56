import { conflictStoreOrder } from "@sightline/core/memory/causal/ccv.js";
import {
  countUnorderedWrites,
  saturate,
  type WritePairs,
} from "@sightline/core/memory/store-order/saturation.js";
import { createBudget } from "@sightline/core/budget.js";
import { createMeter } from "@sightline/core/memory/meter.js";
import { generateMemory } from "@sightline/testing/memory/generate-memory.js";
import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { partialStoreOrder } from "@sightline/core/memory/causal/ccm.js";
import { renderTable } from "../table.js";
import { WRITES } from "./histories.js";

/** The share of pairs of writes to one variable that each relation leaves unordered, on average. */
export interface PairsReport {
  readonly variables: number;
  readonly histories: number;
  /** Pairs in a history, on average. */
  readonly pairs: number;
  /** By causality and the conflicts that CCv adds. */
  readonly ccv: number;
  /** By pww. */
  readonly ccm: number;
  readonly saturation: number;
}

/**
 * CAV'19 §5.1: valid histories of 200 operations on 4 threads. The paper does not tell the number of
 * variables, on which the shares depend.
 */
export function benchPairs(histories: number): PairsReport[] {
  return [2, 8, 32].map((variables) => {
    const sum = { pairs: 0, ccv: 0, ccm: 0, saturation: 0 };
    for (let seed = 0; seed < histories; seed++) {
      const memory = generateMemory("sc", { operations: 200, threads: 4, variables, writes: WRITES, seed });
      const { pairs, ccv, ccm, saturation } = countPairs(memory);
      sum.pairs += pairs;
      sum.ccv += ccv;
      sum.ccm += ccm;
      sum.saturation += saturation;
    }
    return {
      variables,
      histories,
      pairs: sum.pairs / histories,
      ccv: sum.ccv / histories,
      ccm: sum.ccm / histories,
      saturation: sum.saturation / histories,
    };
  });
}

/** The number of pairs in a valid history, and the share that each relation leaves unordered. */
export function countPairs(memory: MemoryHistory): Pick<PairsReport, "pairs" | "ccv" | "ccm" | "saturation"> {
  const byCcv = conflictStoreOrder(memory, createBudget());
  const byCcm = partialStoreOrder(memory, createBudget());
  const saturated = saturate(memory, createMeter(createBudget()));
  if (byCcv.verdict !== "found" || byCcm.verdict !== "found" || !saturated.consistent)
    throw new Error("a valid history was refuted: a bug in the engines");
  const bySaturation = countUnorderedWrites(memory, saturated.order.clock, saturated.index);
  return {
    pairs: bySaturation.pairs,
    ccv: shareOf(byCcv.storeOrder.countPairs()),
    ccm: shareOf(byCcm.storeOrder.countPairs()),
    saturation: shareOf(bySaturation),
  };
}

const shareOf = ({ pairs, unordered }: WritePairs): number => (pairs === 0 ? 0 : unordered / pairs);

/** The table of this part. */
export function renderPairs(reports: readonly PairsReport[]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  const rows = reports.map(({ variables, pairs, ccv, ccm, saturation }) => [
    String(variables),
    pairs.toFixed(0),
    ...[ccv, ccm, saturation].map(percent),
  ]);
  const columns = ["variables", "write pairs", "CCv", "CCM (pww)", "saturation"].map((heading) => ({
    heading,
    numeric: true,
  }));
  return [
    `### Write pairs left unordered: ${reports[0].histories} valid histories of 200 operations on 4 threads`,
    "The paper, on histories of its own: CCv 57.75%, CCM 6.6%.",
    renderTable(columns, rows),
  ].join("\n\n");
}

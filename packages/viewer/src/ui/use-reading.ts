import type { Violation } from "@sightline/core";
import { useMemo, useState } from "preact/hooks";
import type { Edge } from "../reason/edges.js";
import type { Reason } from "./loaded.js";

/** What of the reason is being read. */
export type Reading =
  | { readonly kind: "nothing" }
  | { readonly kind: "step"; readonly step: number; readonly because: number }
  | { readonly kind: "edge"; readonly edge: number };

/** What is read, and what of the drawing belongs to it. */
export interface Read {
  readonly reading: Reading;
  readonly setReading: (next: Reading) => void;
  readonly edges: readonly Edge[];
  readonly marked: ReadonlySet<number>;
}

/** The operations that a reading is about. */
export function operationsOf(reading: Reading, { steps }: Reason, violation?: Violation): readonly number[] {
  if (reading.kind === "edge") {
    const edge = violation?.cycle?.[reading.edge];
    return edge === undefined ? [] : [edge.from, edge.to];
  }
  if (reading.kind === "nothing") return [];
  const step = steps[reading.step];
  return (reading.because < 0 ? step?.operations : step?.because[reading.because]?.operations) ?? [];
}

/** What is read first: the circle where there is one, else the first step. */
export const firstReading = ({ steps }: Reason, violation: Violation | undefined): Reading =>
  steps.length > 0 && violation?.cycle === undefined
    ? { kind: "step", step: 0, because: -1 }
    : { kind: "nothing" };

/** Keeps what is being read; where nothing is, the circle is drawn. */
export function useReading(reason: Reason, violation: Violation | undefined): Read {
  const [reading, setReading] = useState<Reading>(() => firstReading(reason, violation));
  const edges = useMemo((): readonly Edge[] => {
    const cycle = violation?.cycle ?? [];
    if (reading.kind === "edge") return cycle.slice(reading.edge, reading.edge + 1);
    if (reading.kind === "nothing") return cycle;
    const step = reason.steps[reading.step];
    return (reading.because < 0 ? step?.edges : step?.because[reading.because]?.edges) ?? [];
  }, [violation, reason, reading]);
  const marked = useMemo(
    () => new Set(operationsOf(reading, reason, violation)),
    [violation, reason, reading],
  );
  return { reading, setReading, edges, marked };
}

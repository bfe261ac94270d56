import type { Evidence } from "@sightline/stores";

/** What was in force in several openings of a store, each of which tells again and again what was so far. */
export interface MergedEvidence {
  add(opening: string, evidence: Evidence): void;
  /** Of all together; `undefined` where there was none. */
  all(): Evidence | undefined;
}

/** Nothing yet. */
export function mergeEvidence(): MergedEvidence {
  const latest = new Map<string, Evidence>();
  return {
    add(opening, evidence) {
      const known = latest.get(opening);
      // They come in any order.
      if (known === undefined || sum(evidence.bytes) >= sum(known.bytes)) latest.set(opening, evidence);
    },
    all() {
      if (latest.size === 0) return undefined;
      const openings = [...latest.values()];
      const links = Math.max(...openings.map(({ bytes }) => bytes.length));
      const missing = openings.find((one) => one.missing !== undefined)?.missing;
      return {
        bytes: Array.from({ length: links }, (_, i) => sum(openings.map(({ bytes }) => bytes[i] ?? 0))),
        lag: Math.max(...openings.map(({ lag }) => lag)),
        ...(missing !== undefined && { missing }),
      };
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

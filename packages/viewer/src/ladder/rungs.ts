/** A criterion in a lattice of criteria. */
export interface Rung {
  readonly name: string;
  /** What holds wherever it holds, as far as no other leads there. */
  readonly implies: readonly string[];
  /** Its place in the drawing. */
  readonly row: number;
  readonly column: number;
}

const rung = (name: string, row: number, column: number, ...implies: string[]): Rung => ({
  name,
  row,
  column,
  implies,
});

/** Criteria of objects and replicated types: the levels on the left, guarantees to sessions on the right. */
const general: readonly Rung[] = [
  rung("sequential", 1, 0, "causal", "lin-prefix"),
  rung("causal", 2, 0, "peer", "session-guarantees"),
  rung("lin-prefix", 2, 1, "monotonic-writes"),
  rung("peer", 3, 0, "monotonic", "monotonic-writes"),
  rung(
    "session-guarantees",
    3,
    1,
    "monotonic-writes",
    "writes-follow-reads",
    "monotonic-reads",
    "read-my-writes",
  ),
  rung("monotonic", 4, 0, "basic", "monotonic-reads"),
  rung("monotonic-writes", 4, 1, "weak"),
  rung("writes-follow-reads", 5, 1, "weak"),
  rung("basic", 5, 0, "weak", "read-my-writes"),
  rung("monotonic-reads", 6, 1, "weak"),
  rung("read-my-writes", 7, 1, "weak"),
  rung("weak", 7, 0),
];

/** Models of shared memory (CAV'19 Fig. 2). */
const memory: readonly Rung[] = [
  rung("sc", 1, 0, "ccm", "tso"),
  rung("ccm", 2, 0, "cm", "ccv"),
  rung("tso", 2, 1, "wccm", "ccv"),
  rung("wccm", 3, 1),
  rung("cm", 3, 0, "cc"),
  rung("ccv", 4, 1, "cc"),
  rung("cc", 5, 0),
];

/** The lattice for a history of such a type, strongest first. */
export function rungsFor(type: string | undefined, timed: boolean): readonly Rung[] {
  const rungs = type === "memory" ? memory : general;
  const [{ name }] = rungs;
  return timed ? [rung("linearizability", 0, 0, name), ...rungs] : rungs;
}

/** All criteria that hold where one does, itself included. */
export function impliedBy(rungs: readonly Rung[], name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: string): void => {
    if (found.has(one)) return;
    found.add(one);
    for (const next of rungs.find((rung) => rung.name === one)?.implies ?? []) visit(next);
  };
  visit(name);
  return found;
}

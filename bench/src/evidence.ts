import { check } from "@sightline/core";
import { findCriterion } from "@sightline/core/criteria/criterion.js";
import { stepsOf } from "@sightline/core/explain/proof/measure-proof.js";
import { prove } from "@sightline/core/explain/proof/prove.js";
import type { History } from "@sightline/core/history/history.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { findType, typeNames } from "@sightline/core/types/index.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import type { Proof } from "@sightline/core/witness/proof/proof.js";
import { verifyProof } from "@sightline/core/witness/proof/verify-proof.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { mutateProof, nearbyHistory } from "@sightline/testing/proof/mutate-proof.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { describeMachine, machineFacts } from "./machine.js";
import { median } from "./measure.js";
import { pickNamed } from "./pick-named.js";
import { formatTime, renderTable } from "./table.js";

/** What the command line asks for. */
export interface EvidenceOptions {
  readonly quick: boolean;
  readonly json: boolean;
  /** Only criteria and types whose name contains one of these. */
  readonly only: readonly string[];
}

/** The target: so many of the random violations of at most 30 operations have a proof. */
const SHARE = 0.95;

const criteria = [
  "linearizability",
  "sequential",
  "weak",
  "basic",
  "monotonic",
  "peer",
  "causal",
  "session-guarantees",
  "causal-convergence",
  "lin-prefix",
];

/** Where histories come from: each is decided by its seed. */
const sources: readonly ((type: SequentialType, seed: number) => History)[] = [
  (type, seed) => generateHistory(type, seed, 6 + (seed % 7)),
  (type, seed) => generateVisibilityHistory(type, seed, 5 + (seed % 6)),
  (type, seed) =>
    simulate({ type, threads: 2 + (seed % 3), operations: 3 + (seed % 5), values: 3, seed, corrupt: 1 }),
];

/** What came of one criterion and type. */
interface Row {
  readonly criterion: string;
  readonly type: string;
  readonly violated: number;
  readonly proved: number;
  readonly steps: readonly number[];
  readonly milliseconds: readonly number[];
}

/**
 * How many violations of random histories have a proof, how long the proofs are and what finding them takes;
 * and how many wrong proofs the verifier takes for right: proofs, as they are and edited, held against
 * histories that satisfy the criterion. Returns the exit status.
 */
export function benchEvidence({ quick, json, only }: EvidenceOptions): number {
  const seeds = quick ? 6 : 40;
  const mostMutations = quick ? 5000 : 100_000;
  const pairs = criteria.flatMap((criterion) =>
    typeNames.map((type) => ({ name: `${criterion} ${type}`, criterion, type })),
  );
  const chosen = pickNamed(pairs, only, ({ name }) => [name]);
  const rows: Row[] = [];
  let mutations = 0;
  let accepted = 0;
  for (const { criterion, type: typeName } of chosen) {
    const type = findType(typeName);
    const spec = findCriterion(criterion);
    const isSatisfied = (history: History): boolean =>
      check(history, { type, criterion, explain: false, limits: { seconds: 2 } }).verdict === "satisfied";
    const steps: number[] = [];
    const milliseconds: number[] = [];
    let violated = 0;
    for (const history of histories(type, seeds)) {
      const { verdict } = check(history, { type, criterion, explain: false, limits: { seconds: 2 } });
      if (verdict !== "violated") continue;
      violated++;
      const started = performance.now();
      const proof = prove({ history, spec, type });
      milliseconds.push(performance.now() - started);
      if (proof === undefined) continue;
      const checked = verifyProof(history, spec, { type }, proof);
      if (!checked.valid) throw new Error(`a proof of ${criterion} does not hold: ${checked.reason}`);
      steps.push(stepsOf(proof.tree));
      const share = (mostMutations * (rows.length + 1)) / chosen.length;
      const random = createRandom(violated);
      while (mutations < share && history.size <= 12) {
        const found = wrongProofs(history, type, proof, random, isSatisfied);
        if (found.length === 0) break;
        for (const { other, mutated } of found) {
          mutations++;
          if (verifyProof(other, spec, { type }, mutated).valid) accepted++;
        }
      }
    }
    if (violated > 0)
      rows.push({ criterion, type: typeName, violated, proved: steps.length, steps, milliseconds });
  }
  const all = sum(rows.map(({ violated }) => violated));
  const proved = sum(rows.map((row) => row.proved));
  const reached = accepted === 0 && proved >= SHARE * all;
  const machine = machineFacts();
  const summary = { machine, violated: all, proved, target: SHARE, mutations, accepted, reached };
  console.log(json ? JSON.stringify({ ...summary, rows }) : render(describeMachine(machine), rows, summary));
  return 0;
}

function* histories(type: SequentialType, seeds: number): Generator<History> {
  for (const source of sources)
    for (let seed = 1; seed <= seeds; seed++) {
      let history: History;
      try {
        history = source(type, 100_000 + seed);
      } catch {
        continue; // a simulation that comes to a state in which nothing is possible: locks
      }
      if (history.size <= 30) yield history;
    }
}

/** The proof, as it is and edited, with histories nearby that satisfy the criterion: none of these can be right. */
function wrongProofs(
  history: History,
  type: SequentialType,
  proof: Proof,
  random: Random,
  isSatisfied: (other: History) => boolean,
): { readonly other: History; readonly mutated: Proof }[] {
  const found: { other: History; mutated: Proof }[] = [];
  for (let near = 0; near < 6; near++) {
    const other = nearbyHistory(history, type, random);
    if (!isSatisfied(other)) continue;
    let mutated = proof;
    for (let edits = 0; edits < 25; edits++) {
      found.push({ other, mutated });
      mutated = mutateProof(random.chance(0.3) ? proof : mutated, history.size, random);
    }
  }
  return found;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function render(
  machine: string,
  rows: readonly Row[],
  summary: {
    readonly violated: number;
    readonly proved: number;
    readonly mutations: number;
    readonly accepted: number;
    readonly reached: boolean;
  },
): string {
  const percent = (part: number, whole: number): string =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;
  const line = (name: string, some: readonly Row[]): string[] => {
    const steps = some.flatMap((row) => row.steps);
    const times = some.flatMap((row) => row.milliseconds);
    const violated = sum(some.map((row) => row.violated));
    const proved = sum(some.map((row) => row.proved));
    return [
      name,
      String(violated),
      percent(proved, violated),
      percent(steps.filter((count) => count <= 12).length, violated),
      steps.length === 0 ? "–" : `${median(steps)} / ${Math.max(...steps)}`,
      times.length === 0 ? "–" : `${formatTime(median(times))} / ${formatTime(Math.max(...times))}`,
    ];
  };
  const columns = [
    { heading: "" },
    { heading: "violated", numeric: true },
    { heading: "proved", numeric: true },
    { heading: "in ≤ 12 steps", numeric: true },
    { heading: "steps median / most", numeric: true },
    { heading: "time median / most", numeric: true },
  ];
  const by = (key: "criterion" | "type"): string[][] =>
    [...new Set(rows.map((row) => row[key]))].map((name) =>
      line(
        name,
        rows.filter((row) => row[key] === name),
      ),
    );
  const { violated, proved, mutations, accepted, reached } = summary;
  return [
    machine,
    renderTable(columns, by("criterion")),
    renderTable(columns, by("type")),
    `${proved} of ${violated} violations have a proof (${percent(proved, violated)}; target ${100 * SHARE}%): ${reached ? "reached" : "not reached"}.`,
    `${mutations.toLocaleString("en-GB")} wrong proofs, ${accepted} accepted.`,
  ].join("\n\n");
}

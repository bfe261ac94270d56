import { check } from "@sightline/core";
import { stepsOf } from "@sightline/core/explain/proof/measure-proof.js";
import { createRandom } from "@sightline/core/random.js";
import { findType } from "@sightline/core/types/index.js";
import { judgeEvidence } from "@sightline/testing/evidence/judge-evidence.js";
import { questions } from "@sightline/testing/evidence/questions.js";
import { publicRows } from "./evidence/public-cases.js";
import { percent, type Row, tableBy } from "./evidence/row.js";
import { countWrongProofs } from "./evidence/wrong-proofs.js";
import { describeMachine, machineFacts } from "./machine.js";
import { pickNamed } from "./pick-named.js";

/** What the command line asks for. */
export interface EvidenceOptions {
  readonly quick: boolean;
  readonly json: boolean;
  /** Only kinds of criteria whose name contains one of these; `public` is that of the cases in files. */
  readonly only: readonly string[];
}

/** The target: so many of the random violations of small histories have a proof. */
const SHARE = 0.95;
/** So many random violations are judged, and so many wrong proofs tried. */
const [VIOLATIONS, MUTATIONS] = [20_000, 100_000];
/** Of so many of them when it is quick. */
const QUICK = 0.02;
/** Histories from a folder beside the project, where it has one, and from examples. */
const FOLDERS = ["examples", process.env.SIGHTLINE_CASES ?? ""];
/** Far from the seeds of the tests. */
const FIRST_SEED = 1_000_000;

/**
 * How many violations of random histories have a proof, how long the proofs are and what explaining takes; whether
 * all that is said holds: cores read back, other results put in, proofs verified; and how many wrong proofs the
 * verifier takes for right. Returns the exit status: 1 where something does not hold.
 */
export async function benchEvidence({ quick, json, only }: EvidenceOptions): Promise<number> {
  const kinds = pickNamed([...Object.keys(questions), "public"], only, (name) => [name]);
  const random = kinds.filter((name) => name !== "public");
  const rows: Row[] = [];
  const faults: string[] = [];
  let [alternatives, mutations, accepted] = [0, 0, 0];
  const share = (quick ? QUICK : 1) / Math.max(1, random.length);
  for (const [at, name] of random.entries()) {
    let violated = 0;
    for (let seed = FIRST_SEED; violated < VIOLATIONS * share; seed++) {
      const [history, options] = questions[name](seed);
      const started = performance.now();
      const result = check(history, options);
      if (result.verdict !== "violated") continue;
      const milliseconds = performance.now() - started;
      violated++;
      const { proof } = result.violation;
      const criterion = /^(?:levels|axioms) /.test(result.criterion) ? name : result.criterion.split(" ")[0];
      const type = findType(history.type ?? "");
      const steps = proof === undefined || !("tree" in proof) ? undefined : stepsOf(proof.tree);
      rows.push({ criterion, type: type.name, steps, milliseconds });
      const judged = judgeEvidence(history, options, result);
      alternatives += judged.alternatives;
      faults.push(...judged.faults.map((fault) => `${name}, seed ${seed}: ${fault}`));
      if (proof === undefined || !("tree" in proof) || mutations >= MUTATIONS * share * (at + 1)) continue;
      const wrong = countWrongProofs(history, { ...options, type }, proof, createRandom(seed));
      mutations += wrong.tried;
      accepted += wrong.accepted;
    }
  }
  const known = kinds.includes("public") ? await publicRows(FOLDERS.filter((folder) => folder !== "")) : [];
  const proved = rows.filter(({ steps }) => steps !== undefined).length;
  const provedKnown = known.filter(({ steps }) => steps !== undefined).length;
  const reached = accepted === 0 && faults.length === 0 && proved >= SHARE * rows.length;
  const machine = machineFacts();
  const summary = {
    machine,
    violated: rows.length,
    proved,
    target: SHARE,
    alternatives,
    faults,
    mutations,
    accepted,
    public: { violated: known.length, proved: provedKnown },
    reached,
  };
  const ofKnown =
    known.length === 0
      ? []
      : [
          "Cases in files:",
          tableBy(known, "type"),
          `${provedKnown} of ${known.length} have a proof (${percent(provedKnown, known.length)}).`,
        ];
  const text = [
    describeMachine(machine),
    tableBy(rows, "criterion"),
    tableBy(rows, "type"),
    `${proved} of ${rows.length} violations have a proof (${percent(proved, rows.length)}; target ${100 * SHARE}%): ${reached ? "reached" : "not reached"}.`,
    `${alternatives.toLocaleString("en-GB")} other results put in; ${faults.length} statements that do not hold.`,
    ...faults.slice(0, 10),
    `${mutations.toLocaleString("en-GB")} wrong proofs, ${accepted} accepted.`,
    ...ofKnown,
  ];
  console.log(json ? JSON.stringify({ ...summary, rows, known }) : text.join("\n\n"));
  return faults.length === 0 && accepted === 0 ? 0 : 1;
}

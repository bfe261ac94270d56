import { readFileSync } from "node:fs";
import { stepsOf } from "@sightline/core/explain/proof/measure-proof.js";
import { createRandom } from "@sightline/core/random.js";
import { findType } from "@sightline/core/types/index.js";
import { judgeEvidence } from "@sightline/testing/evidence/judge-evidence.js";
import { questions } from "@sightline/testing/evidence/questions.js";
import { explainTimed } from "./evidence/explain-timed.js";
import { publicRows } from "./evidence/public-cases.js";
import type { Row } from "./evidence/row.js";
import { type EvidenceFigures, mergeFigures, tellFigures } from "./evidence/figures.js";
import { countWrongProofs } from "./evidence/wrong-proofs.js";
import { machineFacts } from "./machine.js";
import { pickNamed } from "./pick-named.js";

/** What the command line asks for. */
export interface EvidenceOptions {
  readonly quick: boolean;
  readonly json: boolean;
  /** Only kinds of criteria whose name contains one of these; `cases` is that of the histories in files. */
  readonly only: readonly string[];
  /** The first seed, and how many violations of each kind: for a run in parts. */
  readonly seed?: number;
  readonly violations?: number;
  /** Outputs of earlier runs (`--json`): nothing is run, these are put together. */
  readonly from: readonly string[];
}

/** So many random violations are judged, and so many wrong proofs tried, over all kinds. */
const [VIOLATIONS, MUTATIONS] = [20_000, 100_000];
/** Of so many of them when it is quick. */
const QUICK = 0.02;
/** Histories from a folder beside the project, where it has one, and from examples. */
const FOLDERS = ["examples", process.env.SIGHTLINE_CASES ?? ""];
/** Far from the seeds of the tests. */
const FIRST_SEED = 1_000_000;
/** After so many faults a run ends: something is wrong with all of them. */
const MOST_FAULTS = 1000;
/** What one question may visit: the engines are not what is measured. */
const STATES = 200_000;

/**
 * How many violations of random histories have a proof, how long the proofs are and what explaining takes; whether
 * all that is said holds: cores read back, other results put in, proofs verified; and how many wrong proofs the
 * verifier takes for right. Returns the exit status: 1 where something does not hold.
 */
export async function benchEvidence(options: EvidenceOptions): Promise<number> {
  const { json, from } = options;
  const figures =
    from.length > 0
      ? mergeFigures(from.map((file) => JSON.parse(readFileSync(file, "utf8")) as EvidenceFigures))
      : await measure(options);
  console.log(json ? JSON.stringify(figures) : tellFigures(figures));
  return figures.faults.length === 0 && figures.accepted === 0 ? 0 : 1;
}

async function measure({ quick, only, seed: first, violations }: EvidenceOptions): Promise<EvidenceFigures> {
  const all = Object.keys(questions);
  const kinds = pickNamed([...all, "cases"], only, (name) => [name]);
  const most = violations ?? Math.ceil((VIOLATIONS * (quick ? QUICK : 1)) / all.length);
  const mostMutations = Math.ceil((most * MUTATIONS) / VIOLATIONS);
  const rows: Row[] = [];
  const faults: string[] = [];
  let [alternatives, mutations, accepted] = [0, 0, 0];
  for (const name of kinds.filter((kind) => kind !== "cases")) {
    let [violated, tried] = [0, 0];
    for (let seed = first ?? FIRST_SEED; violated < most; seed++) {
      const where = `${name}, seed ${seed}`;
      try {
        const [history, asked] = questions[name](seed);
        const options = { ...asked, limits: { states: STATES } };
        const explained = explainTimed(history, options);
        if (explained === undefined) continue;
        violated++;
        const { result, milliseconds } = explained;
        const { proof } = result.violation;
        const criterion = /^(?:levels|axioms) /.test(result.criterion)
          ? name
          : result.criterion.split(" ")[0];
        const type = findType(history.type ?? "");
        const steps = proof === undefined || !("tree" in proof) ? undefined : stepsOf(proof.tree);
        rows.push({ criterion, type: type.name, steps, milliseconds, where });
        const judged = judgeEvidence(history, options, result);
        alternatives += judged.alternatives;
        faults.push(...judged.faults.map((fault) => `${where}: ${fault}`));
        if (proof === undefined || !("tree" in proof) || tried >= mostMutations) continue;
        const wrong = countWrongProofs(history, { ...options, type }, proof, createRandom(seed));
        tried += wrong.tried;
        accepted += wrong.accepted;
        if (wrong.accepted > 0) faults.push(`${where}: ${wrong.accepted} wrong proofs were accepted`);
      } catch (error) {
        // A bug is told with its seed, and does not end the run.
        faults.push(`${where}: ${error instanceof Error ? error.stack : String(error)}`);
        if (faults.length > MOST_FAULTS) throw error;
      }
    }
    mutations += tried;
  }
  const known = kinds.includes("cases") ? await publicRows(FOLDERS.filter((folder) => folder !== "")) : [];
  return { machine: machineFacts(), rows, known, alternatives, faults, mutations, accepted };
}

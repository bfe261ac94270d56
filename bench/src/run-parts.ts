import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeMachine, machineFacts } from "./machine.js";
import { pickNamed } from "./pick-named.js";
import { renderTargets } from "./report.js";
import { formatTime } from "./table.js";
import type { Target } from "./targets.js";

/** What a part of a benchmark came to. */
export interface PartResult {
  readonly text: string;
  readonly data: unknown;
  readonly targets: readonly Target[];
  readonly contradictions: readonly string[];
  readonly plots?: readonly { readonly file: string; readonly svg: string }[];
}

/** A benchmark of several parts. */
export interface Parts<Effort> {
  /** The parts in the order of the report. */
  readonly parts: Readonly<Record<string, (effort: Effort) => Promise<PartResult> | PartResult>>;
  readonly effort: Effort;
  /** Where plots go, and the record of the run. */
  readonly folder: string;
  readonly record: string;
  /** What stands below the targets. */
  readonly note?: string;
}

/** What the command line asks for. */
interface PartsOptions {
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
  /** Only parts whose name contains one of these. */
  readonly only: readonly string[];
}

/** Runs the parts that are asked for, one after another. Returns the exit status: 1 where two contenders disagree. */
export async function runParts<Effort>(
  { parts, effort, folder, record: file, note }: Parts<Effort>,
  options: PartsOptions,
): Promise<number> {
  const machine = machineFacts();
  if (!options.json) console.log(`${describeMachine(machine)}\n`);
  await mkdir(folder, { recursive: true });
  const results: Record<string, unknown> = {};
  const targets: Target[] = [];
  let agreed = true;
  for (const [name, run] of pickNamed(Object.entries(parts), options.only, ([part]) => [part])) {
    const started = performance.now();
    console.error(`${name} …`);
    const result = await run(effort);
    console.error(`${name}: ${formatTime(performance.now() - started)}`);
    if (!options.json) console.log(`${result.text}\n`);
    for (const { file: plot, svg } of result.plots ?? []) await writeFile(join(folder, `${plot}.svg`), svg);
    for (const word of result.contradictions) console.error(`DISAGREEMENT in ${name}, ${word}`);
    agreed &&= result.contradictions.length === 0;
    results[name] = result.data;
    targets.push(...result.targets);
  }
  if (!options.json)
    console.log([renderTargets(targets), ...(note === undefined ? [] : [note])].join("\n\n"));
  const record = JSON.stringify({ machine, options, results, targets }, null, 2);
  await writeFile(join(folder, file), `${record}\n`);
  if (options.json) console.log(record);
  return agreed ? 0 : 1;
}

import type { StoreFacts } from "@sightline/stores";
import { filesNamed, protectInputs } from "../../../inputs/protect-inputs.js";
import { createOutput } from "../../../output/output.js";
import { createStatusLine, noStatusLine } from "../../../output/status-line.js";
import { EXIT } from "../../../process/exit-code.js";
import { listenForInterrupt } from "../../../process/interrupt.js";
import { count } from "../../../render/count.js";
import { duration } from "../../../render/duration.js";
import type { BatchFlags } from "../../shared/batch-flags.js";
import { type StoreFlags, storePlanOf } from "../../shared/store-options.js";
import { evidenceLine, factLines, lostLines } from "../../shared/store-words.js";
import { progressWords } from "../../shared/tasks/batch-progress.js";
import { untilAborted } from "../../shared/tasks/in-order.js";
import { mergeEvidence } from "../../shared/tasks/merge-evidence.js";
import { sameFacts } from "../../shared/tasks/same-facts.js";
import { openStoreBatch, type StoreBatch } from "../../shared/tasks/store-batch.js";
import type { LostRun } from "../../shared/tasks/store-tasks.js";
import { openSink, type Sink } from "../sink.js";

/** The options of `record` for a store. */
export interface RecordStoreFlags extends StoreFlags, BatchFlags {
  readonly output?: string;
  readonly quiet?: boolean;
  readonly finalReads?: boolean;
}

/** `sightline record yjs:map`: the exit status. */
export async function runRecordStore(target: string, flags: RecordStoreFlags): Promise<number> {
  const { options, histories } = await storePlanOf(target, flags);
  protectInputs(
    { "--output": flags.output, "--journal": flags.journal },
    filesNamed(target.startsWith("js:") ? target.slice(3) : undefined),
  );
  const output = createOutput();
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  const line = flags.quiet === true ? noStatusLine : createStatusLine();
  const begun = performance.now();
  const inForce = mergeEvidence();
  const lost: LostRun[] = [];
  let [recorded, failed] = [0, 0];
  let facts: StoreFacts | undefined;
  let batch: StoreBatch | undefined;
  let sink: Sink | undefined;
  try {
    const how = { ...options, finalReads: flags.finalReads !== false, reload: false };
    const work = { kind: "record-runs" } as const;
    batch = await openStoreBatch(flags, [{ target, options: how }], work, interrupt.signal);
    for await (const found of untilAborted(batch.runs(0, work, 0, histories), interrupt.signal)) {
      facts = sameFacts(facts, found.facts);
      if (found.evidence !== undefined) inForce.add(found.opening, found.evidence);
      lost.push(...(found.lost ?? []));
      recorded += found.runs.length;
      failed += found.runs.reduce((sum, run) => sum + run.failed, 0);
      line.hide();
      sink ??= openSink(flags.output ?? "-", output);
      await sink.write(found.runs.map((run) => run.line).join(""));
      line.update(recorded / histories, progressWords(batch.progress, recorded));
    }
    line.hide();
    sink ??= openSink(flags.output ?? "-", output);
    const evidence = inForce.all();
    if (flags.quiet !== true) {
      const summary = `${count(recorded, "history")} recorded in ${duration(performance.now() - begun)}${failed === 0 ? "" : `, ${count(failed, "call")} failed`}`;
      const told = evidenceLine(evidence);
      const lines = [
        ...(facts === undefined ? [] : factLines(facts)),
        ...lostLines(lost),
        ...(told === undefined ? [] : [told]),
        summary,
      ];
      await output.write("", `${lines.join("\n")}\n`);
    }
    if (interrupt.signal.aborted) return EXIT.interrupted;
    return evidence?.missing === undefined && lost.length === 0 ? 0 : 2; // as of all that is not known
  } finally {
    stopListening();
    sink?.close();
    await batch?.close();
  }
}

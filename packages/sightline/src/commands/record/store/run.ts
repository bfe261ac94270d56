import { writeHistory } from "@sightline/formats";
import type { OpenStore } from "@sightline/stores";
import { createOutput } from "../../../output/output.js";
import { createStatusLine, noStatusLine } from "../../../output/status-line.js";
import { EXIT } from "../../../process/exit-code.js";
import { listenForInterrupt } from "../../../process/interrupt.js";
import { count } from "../../../render/count.js";
import { duration } from "../../../render/duration.js";
import { openNamedStore, type StoreFlags, storePlanOf } from "../../shared/store-options.js";
import { evidenceLine, factLines } from "../../shared/store-words.js";
import { openSink } from "../sink.js";

/** The options of `record` for a store. */
export interface RecordStoreFlags extends StoreFlags {
  readonly output?: string;
  readonly quiet?: boolean;
  readonly finalReads?: boolean;
}

/** `sightline record yjs:map`: the exit status. */
export async function runRecordStore(target: string, flags: RecordStoreFlags): Promise<number> {
  const { options, histories } = await storePlanOf(target, flags);
  const output = createOutput();
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  const line = flags.quiet === true ? noStatusLine : createStatusLine();
  const begun = performance.now();
  let recorded = 0;
  let failed = 0;
  let store: OpenStore | undefined;
  try {
    store = await openNamedStore(target, {
      ...options,
      finalReads: flags.finalReads !== false,
      reload: false,
    });
    const sink = openSink(flags.output ?? "-", output);
    try {
      for (; recorded < histories && !interrupt.signal.aborted; recorded++) {
        const { history, thrown, errors = [] } = await store.record(recorded);
        failed += errors.length + (thrown === undefined ? 0 : 1);
        line.hide();
        await sink.write(`${writeHistory(history)}\n`);
        line.update(recorded / histories, count(recorded, "history"));
      }
    } finally {
      sink.close();
    }
    line.hide();
    const evidence = await store.evidence?.();
    if (flags.quiet !== true) {
      const summary = `${count(recorded, "history")} recorded in ${duration(performance.now() - begun)}${failed === 0 ? "" : `, ${count(failed, "call")} failed`}`;
      const inForce = evidenceLine(evidence);
      const lines = [...factLines(store.facts), ...(inForce === undefined ? [] : [inForce]), summary];
      await output.write("", `${lines.join("\n")}\n`);
    }
    if (interrupt.signal.aborted) return EXIT.interrupted;
    return evidence?.missing === undefined ? 0 : 2; // as of all that is not known
  } finally {
    stopListening();
    await store?.close();
  }
}

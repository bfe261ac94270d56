import { availableParallelism } from "node:os";
import { check, type History } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { historyOf, type RecordedBurst, recordMemory, showsExchange } from "@sightline/lab";
import { createOutput } from "../../../output/output.js";
import { createStatusLine, noStatusLine } from "../../../output/status-line.js";
import { EXIT } from "../../../process/exit-code.js";
import { listenForInterrupt } from "../../../process/interrupt.js";
import { count } from "../../../render/count.js";
import { openSink, type Sink } from "../sink.js";
import { planRecordMemory, type RecordMemoryFlags, type RecordMemoryPlan } from "./options.js";
import { createRecordTally, type RecordTally, renderRecordSummary } from "./summary.js";

/** `sightline record memory`: the exit status. */
export async function runRecordMemory(flags: RecordMemoryFlags): Promise<number> {
  const plan = await planRecordMemory(flags);
  const output = createOutput();
  const sink = openSink(plan.output, output);
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  try {
    const tally = await record(plan, sink, interrupt.signal);
    if (!plan.quiet) await output.write("", renderRecordSummary(tally, plan, availableParallelism()));
    if (interrupt.signal.aborted) return EXIT.interrupted;
    if (tally.verdicts.some(({ violated }) => violated > 0)) return 1;
    return tally.verdicts.some(({ unknown }) => unknown > 0) ? 2 : 0;
  } finally {
    stopListening();
    sink.close();
  }
}

/** Records until enough is recorded, the time is over, or the user gives up; what was recorded stays. */
async function record(plan: RecordMemoryPlan, sink: Sink, interrupt: AbortSignal): Promise<RecordTally> {
  const { programs, histories, duration, access, seed } = plan;
  const tally = createRecordTally(plan.criteria);
  const line = plan.quiet ? noStatusLine : createStatusLine();
  const merged = createMerge();
  let wroteSome = false;
  const begun = performance.now();
  for await (const { bursts, met, milliseconds } of recordMemory({
    programs,
    bursts: histories,
    access,
    seed,
    signal: interrupt,
  })) {
    tally.met += met * bursts.length;
    tally.running += milliseconds;
    let text = "";
    for (const burst of bursts) {
      if (showsExchange(burst.program, burst.values)) tally.exchanges++;
      if (plan.merge) merged.add(burst);
      else
        text += write(
          historyOf(burst.program, burst.values, { name: nameOf(plan, tally.runs) }),
          1,
          plan,
          tally,
        );
      tally.runs++;
    }
    if (merged.size >= MOST_OUTCOMES) {
      text += writeMerged(merged.take(), false, plan, tally);
      wroteSome = true;
    }
    if (text !== "") {
      line.hide();
      await sink.write(text);
    }
    const elapsed = performance.now() - begun;
    const share = Math.max(tally.runs / histories, duration === undefined ? 0 : elapsed / duration);
    line.update(share, count(tally.runs, "history"));
    if (duration !== undefined && elapsed >= duration) break;
  }
  await sink.write(writeMerged(merged.take(), !wroteSome, plan, tally));
  line.hide();
  tally.milliseconds = performance.now() - begun;
  return tally;
}

/** A random program is known by its seed and number: the same seed gives the same programs. */
function nameOf({ programs, seed }: RecordMemoryPlan, index: number): string {
  return typeof programs.threads === "number" ? `seed ${seed}, program ${index}` : `run ${index}`;
}

/** The line of a history that was seen `times` times, after it was checked as the plan says. */
function write(history: History, times: number, plan: RecordMemoryPlan, tally: RecordTally): string {
  for (const counts of tally.verdicts) {
    const limits = plan.deadline === undefined ? {} : { seconds: plan.deadline / 1000 };
    counts[check(history, { criterion: counts.criterion, explain: false, limits }).verdict] += times;
  }
  tally.written++;
  return `${writeHistory(history)}\n`;
}

/** Outcomes are held back to be counted; when there are more, those so far are written. */
const MOST_OUTCOMES = 100_000;

/** A distinct outcome of one program. */
interface Counted {
  readonly burst: RecordedBurst;
  times: number;
}

/** Counts equal outcomes of one program. */
function createMerge(): { readonly size: number; add(burst: RecordedBurst): void; take(): Counted[] } {
  const outcomes = new Map<string, Counted>();
  return {
    get size() {
      return outcomes.size;
    },
    add(burst) {
      const key = burst.values.join();
      const known = outcomes.get(key);
      if (known === undefined) outcomes.set(key, { burst, times: 1 });
      else known.times++;
    },
    take() {
      const all = [...outcomes.values()].sort((a, b) => b.times - a.times);
      outcomes.clear();
      return all;
    },
  };
}

/** The lines of counted outcomes, the most frequent first; `all`: whether these are all that there were. */
function writeMerged(
  outcomes: readonly Counted[],
  all: boolean,
  plan: RecordMemoryPlan,
  tally: RecordTally,
): string {
  return outcomes
    .map(({ burst: { program, values }, times }) =>
      write(
        historyOf(program, values, {
          name: times === 1 ? "seen once" : `seen ${times} times`,
          seen: { count: times, ...(all && { of: tally.runs }) },
        }),
        times,
        plan,
        tally,
      ),
    )
    .join("");
}

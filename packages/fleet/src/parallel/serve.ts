import {
  findType,
  HistoryError,
  openSharedSearch,
  type SequentialType,
  type SharedSearch,
  verifyWitness,
  type Witness,
} from "@sightline/core";
import type { MemoryMeter } from "../memory.js";
import type { Command, Message, ParallelJob } from "./messages.js";

/** How a worker is spoken with: a thread's port, or a stand-in for it. */
export interface Line {
  post(message: Message): void;
  onCommand(listen: (command: Command) => void): void;
}

/** A worker looks at its commands every so many states (ViSearch §3.4), at first more often. */
const SLICE = 1000;
const FIRST_SLICE = 16;

/** A worker's program: opens the job, then does as it is told. Orders that come before are kept. */
export async function serve(
  line: Line,
  job: ParallelJob,
  meter?: Pick<MemoryMeter, "usedBytes">,
): Promise<void> {
  const early: Command[] = [];
  let obey = (command: Command): void => void early.push(command);
  line.onCommand((command) => obey(command));
  try {
    const type = await findJobType(job);
    const { history, levels, order, initial, pruning = true, algorithm } = job;
    const visibilities = algorithm === "visearch" ? "every" : "minimal";
    const search = openSharedSearch({ history, type, initial, levels, order, pruning, visibilities });
    const isFull = (): boolean => meter !== undefined && meter.usedBytes() > (job.memory ?? Infinity);
    obey = createWorker(line, search, isFull, () => checkedWitness(job, type, search));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const code = error instanceof HistoryError ? error.code : "SL1401";
    return line.post({ kind: "refused", code, reason });
  }
  early.forEach(obey);
}

/**
 * Searches what it is told to take, and between two slices of work looks at its commands. Asked to share,
 * it gives away from the tail of its deque as soon as there is something to spare.
 */
function createWorker(
  line: Line,
  search: SharedSearch,
  isFull: () => boolean,
  witness: () => Witness,
): (command: Command) => void {
  let over = false;
  let working = false;
  let asked = false;
  let slice = FIRST_SLICE;

  const share = (): void => {
    const task = search.give();
    if (task === undefined) return;
    asked = false;
    line.post({ kind: "given", task });
  };
  const work = (): void => {
    const progress = orRefused(line, () => search.step(slice));
    if (progress === undefined) return;
    slice = Math.min(2 * slice, SLICE);
    if (progress === "working") {
      if (isFull()) return line.post({ kind: "full", states: search.states });
      if (asked) share();
      setImmediate(work);
      return;
    }
    working = false;
    const { states } = search;
    line.post(
      progress === "found" ? { kind: "found", witness: witness(), states } : { kind: "idle", states },
    );
  };

  return (command) => {
    switch (command.kind) {
      case "choice":
        slice = FIRST_SLICE;
        over = orRefused(line, () => search.nextChoice()) === false;
        if (over) line.post({ kind: "over" });
        break;
      case "take":
        if (over) break;
        search.take(command.task);
        working = true;
        asked = false;
        setImmediate(work);
        break;
      case "share":
        asked = working;
        break;
      default:
    }
  };
}

/** What it comes to; `undefined` where history or type fail, and the job is refused. */
function orRefused<Result>(line: Line, run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    line.post({ kind: "refused", code: error.code, reason: error.message });
    return undefined;
  }
}

/** The type that the job names, or else the history's own. */
async function findJobType({ history, type, typeLoader }: ParallelJob): Promise<SequentialType> {
  if (type !== undefined && typeLoader !== undefined) {
    const loader = (await import(typeLoader)) as { loadType(spec: string): Promise<SequentialType> };
    return loader.loadType(type);
  }
  const name = type ?? history.type;
  if (name === undefined)
    throw new HistoryError("SL1007", 'the history does not tell its type: add "type" to it, or name one', [
      "type",
    ]);
  return findType(name);
}

/** The witness, re-checked from the definition alone. */
function checkedWitness(job: ParallelJob, type: SequentialType, search: SharedSearch): Witness {
  const { history, criterion, initial } = job;
  const witness = search.witness();
  const verification = verifyWitness(history, { type, criterion, initial }, witness);
  if (!verification.valid)
    throw new Error(`the search found a witness of ${criterion} that does not hold: ${verification.reason}`);
  return witness;
}

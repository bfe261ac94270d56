import {
  checkLabel,
  createFollower,
  findType,
  type Follower,
  HistoryError,
  type LiveOperation,
  type SequentialType,
  type Sighting,
  type Value,
} from "@sightline/core";
import { type LiveItem, type LiveOptions, readLiveLines } from "@sightline/formats";
import { codeOf } from "../../../errors/code-of.js";
import { invalidLine } from "../../../errors/error-lines.js";
import { UsageError } from "../../../errors/usage-error.js";
import { createOutput } from "../../../output/output.js";
import { createTally, exitCode, type Tally } from "../../../process/exit-code.js";
import { listenForInterrupt } from "../../../process/interrupt.js";
import { type Style, styleFor } from "../../../render/style.js";
import { visible } from "../../../render/visible.js";
import { initialOf } from "../../shared/initial-option.js";
import { limitsOf } from "../../shared/limit-options.js";
import { typeFor } from "../../shared/type-option.js";
import type { CheckFlags } from "../options.js";
import { grow } from "./grow.js";
import { linesAndTicks } from "./lines-and-ticks.js";
import { checkFollowFlags, liveFormatOf, patienceOf, STRICT, TICK, TRANSACTIONAL } from "./options.js";
import { followSummary, summaryLine } from "./summary.js";
import { explainSighting, sightingLine, tellSighting } from "./tell-sighting.js";

/** `sightline check --follow`: judges a history as it grows, until it ends or Ctrl-C; the exit status. */
export async function runFollow(paths: readonly string[], flags: CheckFlags): Promise<number> {
  checkFollowFlags(paths, flags);
  const [path] = paths;
  const { onUnknown } = await limitsOf(flags);
  const given = await typeFor(flags.type);
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  const output = createOutput();
  const watch = createWatch(path === "-" ? "<stdin>" : path, {
    type: typeof given === "string" ? findType(given) : given,
    initial: flags.initial === undefined ? undefined : initialOf(flags.initial),
    partition: flags.partition,
    reading: {
      format: await liveFormatOf(flags.format),
      ...(typeof given === "string" && { type: given }),
      initial: flags.initial === undefined ? undefined : initialOf(flags.initial),
      independent: flags.independent,
      patience: patienceOf(flags),
    },
    criterion: flags.criterion?.[0].toLowerCase() ?? "linearizability",
    style: styleFor(process.stdout, process.env),
    mode: flags.json === true ? "json" : flags.quiet === true ? "quiet" : "text",
  });
  const left = new AbortController();
  const signal = AbortSignal.any([interrupt.signal, left.signal]);
  let isBegun = false;
  const told: Printed = { out: "", err: "" };
  const print = async (): Promise<void> => {
    const { out, err } = told;
    [told.out, told.err] = ["", ""];
    await output.write(out, err);
  };
  try {
    for await (const news of linesAndTicks(grow(path, signal), TICK, signal)) {
      for (const one of news)
        if (one === "tick") watch.idle(told);
        else if (one === "anew") watch.anew(told);
        else if (!watch.isOver()) watch.take(one.text, one.line, told);
      isBegun ||= news.some((one) => one !== "tick");
      await print();
      if (watch.isOver()) break;
    }
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    // What was found before a connection broke is told.
    if (!isBegun) throw new UsageError("SL2091", `${path}: ${error.message}`);
    watch.broken(error, told);
  } finally {
    stopListening();
    left.abort();
  }
  watch.end(told);
  await print();
  return exitCode(watch.tally, onUnknown);
}

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && "syscall" in error && "errno" in error;

/** What is to be printed. */
interface Printed {
  out: string;
  err: string;
}

interface WatchOptions {
  readonly type: SequentialType | undefined;
  readonly initial: Value | undefined;
  readonly partition: boolean | undefined;
  readonly style: Style;
  readonly mode: "text" | "json" | "quiet";
  readonly reading: LiveOptions;
  readonly criterion: string;
}

/** Reads, follows and tells. */
function createWatch(file: string, options: WatchOptions) {
  const reader = readLiveLines(options.reading);
  const tally: Tally = createTally();
  let follower: Follower | undefined;
  let over = false;
  let { type, initial } = options;

  const refuse = (line: number, column: number, error: { message: string }, told: Printed): void => {
    tally.invalid++;
    const code = codeOf(error) ?? "SL2001";
    told.err += invalidLine({ file, line, column, reason: error.message, code }, options.mode === "json");
  };

  const tell = (sightings: readonly Sighting[], told: Printed): void => {
    for (const sighting of sightings) {
      const { trouble } = sighting;
      if (trouble.kind === "lost") continue;
      tally.violated++;
      if (options.mode === "quiet") continue;
      const explained = explainSighting(sighting, trouble, options.criterion);
      told.out +=
        options.mode === "json"
          ? `${sightingLine(file, explained)}\n`
          : tellSighting(file, explained, options.style);
    }
  };

  /** The follower of the log, once its type is known. */
  const followerOf = (operation: LiveOperation): Follower => {
    if (type === undefined)
      throw new HistoryError(
        "SL1007",
        `the log has no type: give --type, or a first line {"type":"register"}`,
      );
    // A transaction may be on several keys at once: they are followed together.
    const partition = TRANSACTIONAL.has(type.name) ? false : options.partition;
    follower ??= createFollower({ type, initial, partition });
    if (options.criterion === STRICT && !TRANSACTIONAL.has(type.name))
      throw new HistoryError(
        "SL1304",
        `${STRICT} is of transactions (multi-register, multi-list): of a ${type.name} it is linearizability`,
      );
    checkLabel(type, operation.invocation);
    return follower;
  };

  /** Operations that do not fit the type: their end is none either. */
  const refused = new Set<LiveOperation>();

  const heed = (items: readonly LiveItem[], told: Printed, line = 1): void => {
    for (const item of items) {
      if (item.kind === "error") refuse(item.error.line, item.error.column, item.error, told);
      else if (item.kind === "header") begin(item, line, told);
      else {
        const operation = item.kind === "late" ? item.operation : item.event.operation;
        if (refused.delete(operation)) continue;
        try {
          const to = followerOf(operation);
          if (item.kind === "late") to.late(operation);
          else tell(to.take(item.event), told);
        } catch (error) {
          if (!(error instanceof HistoryError)) throw error;
          if (item.kind === "event") refused.add(operation);
          refuse(operation.line, 1, error, told);
        }
      }
    }
  };

  const begin = (header: Extract<LiveItem, { kind: "header" }>, line: number, told: Printed): void => {
    if (follower !== undefined) {
      // What follows starts from a state of its own: judged by the old one, it would be blamed for nothing.
      over = true;
      const message = "a second history begins here: --follow judges one that goes on, and ends";
      refuse(line, 1, new HistoryError("SL1003", message), told);
      return;
    }
    type ??= header.type === undefined ? undefined : findType(header.type);
    initial ??= header.initial;
  };

  return {
    tally,
    isOver: () => over,
    /** The file was cut, or another has its name. */
    anew(told: Printed) {
      if (options.mode !== "text") return;
      told.err += `${visible(file)}: cut, or another file by now: read from its start, as what comes next\n`;
    },
    /** Nothing more can be read. */
    broken(error: Error, told: Printed) {
      tally.invalid++;
      const unread = { file, reason: error.message, code: "SL2091" } as const;
      told.err += invalidLine(unread, options.mode === "json");
    },
    take: (text: string, line: number, told: Printed) => heed(reader.take(text, line), told, line),
    idle(told: Printed) {
      heed(reader.idle(), told);
      tell(follower?.flush() ?? [], told);
    },
    end(told: Printed) {
      heed(reader.end(), told);
      tell(follower?.flush() ?? [], told);
      const unjudged = (follower?.unjudged.ofAllKeys ?? 0) + (follower?.unjudged.ofLostParts ?? 0);
      if (unjudged > 0) tally.unknown++;
      if (options.mode === "json") told.out += `${summaryLine(follower, tally)}\n`;
      else if (options.mode === "text") told.out += followSummary(follower, tally, options.style);
    },
  };
}

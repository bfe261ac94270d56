import type { Program, Step } from "../object/program.js";
import { argumentCode } from "./argument.js";
import { STRIDE, SYNC_INTEGERS } from "./thread-memory.js";

/** Options of `threadCode`. */
export interface ThreadCodeOptions {
  readonly program: Program;
  readonly thread: number;
  /**
   * How often a thread looks whether the others have come, at most, in a whole batch: what it runs alone is
   * of little use, but one that has been taken off its core will not come for long.
   */
  readonly looks: number;
  readonly seed: number;
  /** Where clocks are recorded: the number of this thread's first call, and the executions of a batch. */
  readonly clocks?: { readonly firstCall: number; readonly slots: number };
}

/** After that it looks so often before each execution, so as to find them again if they come. */
const LOOKS_WHEN_LOST = 20;

/** Threads wake up one after another: before the first execution of a batch they wait in naps. */
const NAPS_AT_FIRST = 400;

/** How long one nap is, in milliseconds: about the least that a system gives. */
const NAP = 0.05;

/** What the code of `threadCode` is a function of. */
export const threadParameters = [
  "objects",
  "overlaps",
  "raw",
  "keep",
  "thrown",
  "progress",
  "where",
  "sync",
  "clocks",
  "now",
] as const;

/**
 * The program of one thread, as JavaScript text: the body of a function of `threadParameters` that returns a
 * function of `count` and `delay`, which runs this thread's part of the first `count` executions.
 *
 * It is text so that the calls stand one after another with constant arguments, as a programmer would have
 * written them, and the compiler sees what it would see there. With a `delay` of -1 each thread runs for
 * itself; else they meet before each execution, and each then idles for a random number of turns, at most
 * `delay` (a power of two less one).
 */
export function threadCode({ program, thread, looks, seed, clocks }: ThreadCodeOptions): string {
  const own = thread * STRIDE;
  const others = [...program.threads.keys()].filter((other) => other !== thread);
  const look = (other: number): string => `Atomics.load(progress, ${other * STRIDE})`;
  // Where each of the others was when the execution began is kept, for `overlapCode`.
  const allThere = others.map((other) => `((began${other} = ${look(other)}) > 4 * k)`).join(" & ") || "1";
  const steps = program.threads[thread];
  const syncs = syncNames(program);
  const isCall = ({ on }: Step): boolean => on === undefined;
  const clocked = (step: Step, i: number, code: string): string => {
    if (clocks === undefined || !isCall(step)) return code;
    const call = clocks.firstCall + steps.slice(0, i).filter(isCall).length;
    const at = (row: number): string => `clocks[${row * clocks.slots} + k]`;
    return `    ${at(2 * call)} = now();\n${code}\n    ${at(2 * call + 1)} = now();`;
  };
  return `"use strict";
let random = ${(Math.imul(seed, 65_599) + Math.imul(thread, 0x9e3779b1)) | 1};
let idle = 0;
return function runBatch(count, delay) {
${others.map((other) => `  let began${other} = 0;\n`).join("")}  let naps = ${NAPS_AT_FIRST};
  let patience = ${looks};
  for (let k = 0; k < count; k++) {
    const object = objects[k];
    if (delay >= 0 || k === 0) {
      Atomics.store(progress, ${own}, 4 * k + 1);
      let looks = ${LOOKS_WHEN_LOST};
      let there = ${allThere};
      while (!there && (patience > 0 || looks > 0 || naps > 0)) {
        if (patience > 0) patience--;
        else if (looks > 0) looks--;
        else {
          Atomics.wait(progress, ${own}, 4 * k + 1, ${NAP});
          naps--;
        }
        there = ${allThere};
      }
      naps = 0;
      random = (Math.imul(random, 1664525) + 1013904223) | 0;
      if (delay > 0) {
        for (let turns = (random >>> 16) & delay; turns > 0; turns--) idle ^= turns;
${others.map((other) => `        began${other} = ${look(other)};\n`).join("")}      }
    }
    progress[${own}] = 4 * k + 2;
${steps.map((step, i) => clocked(step, i, stepCode(step, i, own, syncs))).join("\n")}
    where[${own}] = 0;
    let overlap = 0;
${others
  .filter((other) => other > thread)
  .map(overlapCode)
  .join("\n")}
    overlaps[k] = overlap;
    progress[${own}] = 4 * k + 3;
${steps.map((_, i) => `    raw[${i}][k] = r${i};`).join("\n")}
  }
  return idle;
};`;
}

/**
 * Looks, after the last step, where another thread is: who had not left the execution when it began, and has
 * come to it by now, was in it too.
 */
function overlapCode(other: number): string {
  return `    const now${other} = Atomics.load(progress, ${other * STRIDE});
    if (began${other} <= 4 * k + 2 && now${other} >= 4 * k + 2) overlap = 1;
    began${other} = now${other};`;
}

/** The flags and locks of a program; each has its place. */
export function syncNames({ threads }: Program): readonly string[] {
  return [...new Set(threads.flat().flatMap(({ on }) => (on === undefined ? [] : [on])))];
}

function stepCode(step: Step, i: number, own: number, syncs: readonly string[]): string {
  const here = `    let r${i};\n    where[${own}] = ${i + 1};\n`;
  if (step.on !== undefined)
    return (
      here +
      syncCode(
        step.method,
        i,
        `k * ${syncs.length * SYNC_INTEGERS} + ${syncs.indexOf(step.on) * SYNC_INTEGERS}`,
      )
    );
  const args = step.args.map(argumentCode).join(", ");
  return `${here}    try {
      r${i} = object[${JSON.stringify(step.method)}](${args});
      if (typeof r${i} === "object" && r${i} !== null) r${i} = keep(r${i}, object);
    } catch (error) {
      r${i} = thrown(error);
    }`;
}

/** A step of a flag or lock, by the atomics that Java's volatile variables and monitors are here. */
function syncCode(method: string, i: number, place: string): string {
  switch (method) {
    case "set":
      return `    Atomics.store(sync, ${place}, 1);`;
    case "get":
      return `    r${i} = Atomics.load(sync, ${place}) === 1;`;
    case "look": // a counter of calls (see `countCalls`): plain, so that it synchronises nothing
      return `    r${i} = sync[${place}];`;
    case "tick":
      return `    sync[${place}]++;`;
    case "lock":
      return `    while (Atomics.compareExchange(sync, ${place}, 0, 1) !== 0) Atomics.wait(sync, ${place}, 1, ${NAP});
    r${i} = Atomics.add(sync, ${place} + 1, 1);`;
    default:
      return `    Atomics.store(sync, ${place}, 0);`;
  }
}

import { type BatchLayout, type BatchMemory, firstStep, STRIDE } from "./layout.js";
import type { MemoryStep, Variable } from "./program.js";

/** How programs access shared memory: as plain array elements, or by `Atomics`. */
export type Access = "plain" | "atomics";

/** Options of `burstCode`. */
export interface BurstCodeOptions {
  readonly layout: BatchLayout;
  readonly thread: number;
  readonly access: Access;
  /** The steps of this thread where every burst runs the same; else they are read from `places`. */
  readonly steps?: readonly MemoryStep[];
  /** Where each variable stands among a burst's variables; needed with `steps`. */
  readonly variables?: readonly Variable[];
  /** How often a thread looks whether the others have come, at most, with all its might: in each burst. */
  readonly looks: number;
  /** How often it looks after that, with a nap before each: in a whole batch. Then it goes on alone. */
  readonly naps: number;
  /** After they have met, each thread waits a random number of turns below this: a power of two, or 0. */
  readonly skew: number;
  readonly seed: number;
}

/** How long one nap is, in milliseconds: about the least that a system gives. */
const NAP = 0.05;

/** Threads wake up one after another: before the first burst of a batch there may be so many times the naps. */
const AT_FIRST = 10;

/**
 * The program of one thread, as JavaScript text: the body of a function of the batch's memory (see
 * `batchParameters`) that returns a function of `count`, which runs this thread's part of the first `count`
 * bursts and returns how often it met the others.
 *
 * It is text so that the accesses of a given program stand one after another, with constant places and
 * values and nothing between them, as a compiler would have them: anything else gives the processor time to
 * drain its store buffer, and hides what it does. Random programs, each run once, would never get past the
 * interpreter that way: theirs is one loop over `places`, which soon is machine code.
 *
 * Before each burst the thread loads the burst's variables, so that their lines are shared by all and each
 * write has to wait for them; then it says that it has come and looks for the others. It does not look for
 * ever: bursts have cells of their own, so a thread that goes on alone spoils nothing, and more threads than
 * cores cannot block each other.
 */
export function burstCode(options: BurstCodeOptions): string {
  const { layout, thread, steps, looks, naps, skew, seed } = options;
  const others = Array.from({ length: layout.threads }, (_, other) => other).filter(
    (other) => other !== thread,
  );
  const allThere = others.map((other) => `Atomics.load(progress, ${other * STRIDE}) > burst`).join(" && ");
  return `"use strict";
let random = ${seed | 0};
let idle = 0;
return function runBursts(count) {
  let met = 0;
  let naps = ${AT_FIRST * naps};
  for (let burst = 0; burst < count; burst++) {
    const cell = burst * ${layout.variables * STRIDE};
    const step = ${firstStep(layout, thread, 0)} + burst * ${layout.steps};
    for (let x = 0; x < ${layout.variables * STRIDE}; x += ${STRIDE}) idle |= Atomics.load(cells, cell + x);
    Atomics.store(progress, ${thread * STRIDE}, burst + 1);
    let looks = 0;
    let there = ${allThere || "true"};
    while (!there && (looks++ < ${looks} || naps-- > 0)) {
      if (looks > ${looks}) Atomics.wait(progress, ${thread * STRIDE}, burst + 1, ${NAP});
      there = ${allThere || "true"};
    }
    if (there) met++;
    if (burst === 0) naps = ${naps};
${skew === 0 ? "" : skewCode(skew)}${steps === undefined ? loopCode(options) : straightCode(options, steps)}
  }
  return met;
};`;
}

/** Waits a random number of turns, by a linear congruential generator (Numerical Recipes). */
function skewCode(skew: number): string {
  return `    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    for (let turns = (random >>> 16) & ${skew - 1}; turns > 0; turns--) idle ^= turns;
`;
}

const read = (access: Access, place: string): string =>
  access === "plain" ? `cells[${place}]` : `Atomics.load(cells, ${place})`;

const write = (access: Access, place: string, value: string | number): string =>
  access === "plain" ? `cells[${place}] = ${value}` : `Atomics.store(cells, ${place}, ${value})`;

/** The steps one after another; what was read is put away only then. */
function straightCode({ access, variables = [] }: BurstCodeOptions, steps: readonly MemoryStep[]): string {
  const places = new Map(variables.map((variable, index) => [variable, `cell + ${index * STRIDE}`]));
  const accesses = steps.map(([kind, variable, value], index) => {
    const place = places.get(variable);
    if (place === undefined) throw new RangeError(`the variable ${variable} has no place in the layout`);
    return kind === "w"
      ? `    ${write(access, place, value)};`
      : `    const r${index} = ${read(access, place)};`;
  });
  const results = steps.flatMap(([kind], index) =>
    kind === "r" ? [`    values[step + ${index}] = r${index};`] : [],
  );
  return [...accesses, ...results].join("\n");
}

/** A loop over the steps of the burst, as `places` and `values` have them. */
function loopCode({ access, layout }: BurstCodeOptions): string {
  return `    for (let i = step; i < step + ${layout.steps}; i++) {
      const place = places[i];
      if (place < 0) ${write(access, "cell + ~place", "values[i]")};
      else values[i] = ${read(access, "cell + place")};
    }`;
}

/** The memory of a batch in the order in which the code of `burstCode` takes it. */
export const batchParameters = [
  "cells",
  "places",
  "values",
  "progress",
] as const satisfies readonly (keyof BatchMemory)[];

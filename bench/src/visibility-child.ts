/** Runs contenders on a share of a file's histories in a process of its own; prints a line per outcome. */
import { createReadStream } from "node:fs";
import type { History } from "@sightline/core";
import { readHistories } from "@sightline/formats";
import { meterCpu } from "./time-runs.js";
import { type Contender, type Outcome, timeCheck } from "./visibility/contender.js";

/** What the parent asks, as JSON in the first argument. */
export interface RaceRequest {
  readonly file: string;
  readonly contenders: readonly Contender[];
  /** This process takes the histories whose number leaves the remainder `share` by `shares`. */
  readonly share: number;
  readonly shares: number;
}

/** One line of output: which history, which contender, by number, and what came of it. */
export type RaceLine = readonly [history: number, contender: number, outcome: Outcome];

/** Milliseconds of processor time for which each contender warms up, and at most for one history. */
const WARM_UP = { all: 400, each: 20 };

async function race({ file, contenders, share, shares }: RaceRequest): Promise<void> {
  const mine: [number: number, history: History][] = [];
  let number = 0;
  for await (const { history, error } of readHistories(createReadStream(file), { file })) {
    if (error !== undefined) throw error;
    if (number % shares === share) mine.push([number, history]);
    number++;
  }
  for (const contender of contenders) warmUp(contender, mine);
  for (const [history, recorded] of mine)
    contenders.forEach((contender, c) => {
      const line: RaceLine = [history, c, timeCheck(recorded, contender)];
      process.stdout.write(`${JSON.stringify(line)}\n`);
    });
}

function warmUp(contender: Contender, histories: readonly [number, History][]): void {
  if (histories.length === 0) return;
  const spent = meterCpu();
  for (let next = 0; spent() < WARM_UP.all; next++)
    timeCheck(histories[next % histories.length][1], contender, WARM_UP.each);
}

await race(JSON.parse(process.argv[2]) as RaceRequest);

import { appendFileSync } from "node:fs";

/** Something that a worker did with a job. */
export interface WorkEvent {
  readonly event: string;
  readonly job: string | undefined;
  /** Which chunk of its batch, which task, or which hard history. */
  readonly chunk: number | string;
  /** How often it was begun, this time included. */
  readonly start: number;
}

/** Takes down what a worker does. */
export type WorkLog = (event: WorkEvent) => void;

/** A log that adds a line of JSON to a file for each event; without a file, none. */
export const workLog =
  (path: string | undefined): WorkLog =>
  (event) => {
    if (path === undefined) return;
    const line = { time: new Date().toISOString(), ...event, pid: process.pid };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  };

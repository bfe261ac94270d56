import type { AnnotationRecord } from "@sightline/core";
import type { CallStep, Script } from "../workload/script.js";

/** Writes down what happens to replicas between the calls of a run. Calls are named as in its history: `#0`, `#1`, … */
export interface RunAnnotations {
  /** A call begins: the next operation of the history. */
  called(step: CallStep, at: number): void;
  /** A replica gets the updates of these calls. */
  delivered(to: number, of: readonly number[], at: number): void;
  restarted(replica: number, at: number): void;
  /** What happened, when the run has ended. */
  finish(): readonly AnnotationRecord[];
}

/** Nothing has happened yet. */
export function createRunAnnotations({ parted }: Script): RunAnnotations {
  const all: AnnotationRecord[] = [];
  const operations = new Map<number, number>(); // id of a call → its operation
  let begin: number | undefined; // of the partition, until it has ended
  let over = false;
  let last = 0;

  const endPartition = (until: number): void => {
    if (parted === undefined || begin === undefined || over) return;
    over = true;
    const who = `${parted.replicas.length === 1 ? "replica" : "replicas"} ${parted.replicas.join(", ")}`;
    all.push({ at: begin, until, text: `partition: ${who} and the others do not hear of each other` });
  };

  return {
    called({ id }, at) {
      operations.set(id, operations.size);
      last = at;
      if (parted === undefined) return;
      if (id >= parted.to) endPartition(at);
      else if (id >= parted.from) begin ??= at;
    },
    delivered(to, of, at) {
      if (of.length > 0)
        all.push({ at, text: `replica ${to} gets ${of.map((id) => `#${operations.get(id)}`).join(", ")}` });
    },
    restarted: (replica, at) =>
      void all.push({ at, text: `replica ${replica} comes back from its saved state` }),
    finish() {
      endPartition(last + 1); // it ends with the last call, which has returned by then
      return all;
    },
  };
}

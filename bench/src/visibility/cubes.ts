import { type History, openCubes, parseHistory } from "@sightline/core";
import { conquerHere } from "@sightline/fleet";
import { crowdOfReaders } from "@sightline/testing/memory/crossed-reads.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { type Column, formatTime, renderTable } from "../table.js";

/** One hard history by so many threads. */
export interface CubesRun {
  readonly search: string;
  readonly history: string;
  readonly threads: number;
  /** Milliseconds by the clock, the start of the threads included. */
  readonly milliseconds: number;
  /** Milliseconds of processor time, all threads together: what others do on the machine does not count. */
  readonly processor: number;
  readonly verdict: string;
  readonly states: number;
  readonly cubes: number;
}

/** A hard history, for one of the default searches. */
interface Hard {
  readonly name: string;
  readonly criterion: string;
  readonly history: History;
}

/**
 * ViSearch Fig. 6 with the default searches: one hard history after another, each by one, two and four threads. All
 * are violated but for what is named else, so that all of the tree has to be searched, whoever begins where.
 */
export async function benchCubes(offers: number, variables: number): Promise<CubesRun[]> {
  const runs: CubesRun[] = [];
  for (const { name, criterion, history } of hardHistories(offers, variables))
    for (const threads of [1, 2, 4]) {
      const open = openCubes(history, { criterion });
      if (open === undefined) throw new Error(`${criterion} of ${name} has no cubes`);
      const started = performance.now();
      const before = process.cpuUsage();
      // Only the search is measured: not the thread that tries the other means of `check` besides.
      const only = { ...open, hasOtherMeans: false };
      const { outcome, states, cubes } = await conquerHere(
        only,
        { history, options: { criterion } },
        threads,
        {},
      );
      const milliseconds = performance.now() - started;
      const { user, system } = process.cpuUsage(before);
      const processor = (user + system) / 1000;
      const { verdict } = outcome;
      const search = `${open.algorithm}, ${criterion}`;
      console.error(`${search}, ${threads} threads: ${verdict} in ${formatTime(milliseconds)}`);
      runs.push({ search, history: name, threads, milliseconds, processor, verdict, states, cubes });
    }
  return runs;
}

function hardHistories(offers: number, variables: number): Hard[] {
  // One of the hard instances of `bench -- memory`.
  const crowd = memoryToHistory(crowdOfReaders(variables, 3, 14, 3));
  const readers = `${crowd.size} reads and writes`;
  return [
    ...(
      [
        ["linearizability", offers + 1],
        ["sequential", offers + 1],
        ["causal", offers],
        ["causal-convergence", offers],
      ] as const
    ).map(([criterion, count]) => ({
      name: `${count} offers, read twice`,
      criterion,
      history: readTwice(count, criterion === "linearizability"),
    })),
    { name: readers, criterion: "sc", history: crowd },
    { name: readers, criterion: "tso", history: crowd },
  ];
}

/** Concurrent offers to a queue, and two who read it after all of them: one the reverse of the other. */
function readTwice(offers: number, timed: boolean): History {
  const values = Array.from({ length: offers }, (_, value) => value);
  const times = (from: number, to: number): string => (timed ? ` @${from}-${to}` : "");
  const each = values.map((value) => `{ offer(${value})${times(0, 1)} }`);
  const reads = [values, values.toReversed()].map(
    (read) => `{ toArray() => [${read.join()}]${times(2, 3)} }`,
  );
  return parseHistory(`queue ${[...each, ...reads].join(" || ")}`);
}

const columns: readonly Column[] = [
  { heading: "search" },
  { heading: "history" },
  { heading: "verdict" },
  { heading: "threads", numeric: true },
  { heading: "time", numeric: true },
  { heading: "speed-up", numeric: true },
  { heading: "processor time", numeric: true },
  { heading: "states", numeric: true },
  { heading: "cubes", numeric: true },
];

/** The table of this part. */
export function renderCubes(runs: readonly CubesRun[]): string {
  const rows = runs.map(({ search, history, threads, milliseconds, processor, verdict, states, cubes }) => {
    const alone =
      runs.find((run) => run.search === search && run.threads === 1)?.milliseconds ?? milliseconds;
    return [
      search,
      history,
      verdict,
      String(threads),
      formatTime(milliseconds),
      `${(alone / milliseconds).toFixed(2)}×`,
      formatTime(processor),
      states.toLocaleString("en-GB"),
      String(cubes),
    ];
  });
  return `### ViSearch Fig. 6 with the default searches: one hard history, searched by so many threads\n\n${renderTable(columns, rows)}`;
}

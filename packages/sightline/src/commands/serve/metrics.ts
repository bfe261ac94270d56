import type { Pool } from "@sightline/fleet";
import { version } from "../../process/version.js";
import { criteria } from "../shared/names.js";
import type { Clients } from "./clients.js";

/** What the service counts, for Prometheus. */
export interface Metrics {
  /** A request was answered. */
  request(route: string, status: number, milliseconds: number): void;
  /** A verdict on a history and a criterion. */
  verdict(criterion: string, verdict: string, milliseconds: number): void;
  /** The level of a history. */
  level(level: string, milliseconds: number): void;
  /** A history that is none. */
  invalid(): void;
  /** A request that came to no end: its client went away, or its time was over. */
  cut(why: string): void;
  /** All of it, in the text format 0.0.4. */
  text(): string;
}

type Labels = Readonly<Record<string, string>>;

/** Upper bounds of durations, in seconds: from a request of nothing to the hardest of histories. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counters of a service that starts now. */
export function createMetrics(pool: Pool, clients: Clients): Metrics {
  const requests = createCounter("sightline_requests_total", "Requests that were answered.");
  const verdicts = createCounter("sightline_verdicts_total", "Verdicts on histories, by criterion.");
  const levels = createCounter("sightline_levels_total", "Histories that were measured, by their level.");
  const invalid = createCounter("sightline_invalid_total", "Inputs that are no valid history.");
  const cuts = createCounter("sightline_requests_cut_total", "Requests that came to no end, and why.");
  invalid.add({}, 0);
  const durations = createHistogram("sightline_request_duration_seconds", "How long requests took.");
  const decisions = createHistogram(
    "sightline_history_duration_seconds",
    "How long it took to judge a history.",
  );
  const started = Date.now() / 1000;
  return {
    request(route, status, milliseconds) {
      requests.add({ route, status: String(status) });
      durations.observe({ route }, milliseconds / 1000);
    },
    verdict(criterion, verdict, milliseconds) {
      verdicts.add({ criterion: familyOf(criterion), verdict });
      decisions.observe({ route: "/check" }, milliseconds / 1000);
    },
    level(level, milliseconds) {
      levels.add({ level });
      decisions.observe({ route: "/measure" }, milliseconds / 1000);
    },
    invalid: () => invalid.add({}),
    cut: (why) => cuts.add({ why }),
    text() {
      const { rss, heapUsed, external } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      return [
        requests.text(),
        durations.text(),
        verdicts.text(),
        levels.text(),
        invalid.text(),
        cuts.text(),
        decisions.text(),
        gauge("sightline_requests_in_flight", "Requests that are under way.", clients.inFlight),
        gauge("sightline_threads", "Threads that judge.", pool.size),
        gauge("sightline_threads_busy", "Threads that are at work.", pool.busy),
        gauge("sightline_queue_length", "Parts of requests that wait for a thread.", pool.waiting),
        gauge("process_resident_memory_bytes", "Memory of the process.", rss),
        gauge("nodejs_heap_size_used_bytes", "Heap of the thread that serves.", heapUsed),
        gauge("nodejs_external_memory_bytes", "Memory of its buffers.", external),
        family("process_cpu_seconds_total", "Processor time.", "counter", [
          sample("process_cpu_seconds_total", {}, (user + system) / 1e6),
        ]),
        gauge("process_start_time_seconds", "When the process started.", started),
        gauge("sightline_build_info", "The version.", 1, { version: version() }),
      ].join("");
    },
  };
}

/** The name of a criterion, or of its kind: what people make up themselves would make a series of each. */
function familyOf(criterion: string): string {
  if (criteria.includes(criterion)) return criterion;
  const [first] = criterion.split(" ");
  return criteria.includes(first) || first === "levels" || first === "axioms" ? first : "other";
}

interface Counter {
  add(labels: Labels, by?: number): void;
  text(): string;
}

function createCounter(name: string, help: string): Counter {
  const counts = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    add(labels, by = 1) {
      const key = JSON.stringify(labels);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { labels, value: by });
      else known.value += by;
    },
    text: () =>
      family(
        name,
        help,
        "counter",
        [...counts.values()].map(({ labels, value }) => sample(name, labels, value)),
      ),
  };
}

function createHistogram(
  name: string,
  help: string,
): { observe(labels: Labels, value: number): void; text(): string } {
  interface Series {
    readonly labels: Labels;
    readonly counts: number[];
    sum: number;
    count: number;
  }
  const all = new Map<string, Series>();
  return {
    observe(labels, value) {
      const key = JSON.stringify(labels);
      let series = all.get(key);
      if (series === undefined) {
        series = { labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
        all.set(key, series);
      }
      for (const [at, bound] of BUCKETS.entries()) if (value <= bound) series.counts[at]++;
      series.sum += value;
      series.count++;
    },
    text: () =>
      family(
        name,
        help,
        "histogram",
        [...all.values()].flatMap(({ labels, counts, sum, count }) => [
          ...BUCKETS.map((bound, at) =>
            sample(`${name}_bucket`, { ...labels, le: String(bound) }, counts[at]),
          ),
          sample(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
          sample(`${name}_sum`, labels, sum),
          sample(`${name}_count`, labels, count),
        ]),
      ),
  };
}

const gauge = (name: string, help: string, value: number, labels: Labels = {}): string =>
  family(name, help, "gauge", [sample(name, labels, value)]);

const family = (name: string, help: string, type: string, samples: readonly string[]): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join("")}`;

function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

const escaped = (text: string): string =>
  text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");

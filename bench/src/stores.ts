import { fileURLToPath } from "node:url";
import { NotInstalled } from "@sightline/stores";
import { describeMachine, machineFacts } from "./machine.js";
import { pickNamed } from "./pick-named.js";
import { measuredStores, publishedRows } from "./stores/measured-stores.js";
import { reportStore, reportTraces, type StoreReport, type Violations } from "./stores/survey.js";
import { type Column, renderTable } from "./table.js";
import { readTraces } from "./visibility/read-traces.js";

/** What the command line asks for. */
export interface StoresBenchOptions {
  /** Fewer histories. */
  readonly quick: boolean;
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
  /** Only stores and traces whose name contains one of these. */
  readonly only: readonly string[];
}

/** Where libraries and clients are installed. */
const folder = fileURLToPath(new URL("../../packages/stores", import.meta.url));

/** ViSearch's Table 1 once more: the traces that its authors have published, and stores of today beside them. */
export async function benchStores({ quick, json, only }: StoresBenchOptions): Promise<number> {
  const histories = quick ? 50 : 1000;
  const cases = process.env["SIGHTLINE_CASES"] ?? "";
  const rows = [
    ...publishedRows.map(({ name }) => ({ name, store: undefined })),
    ...measuredStores.map((store) => ({ name: store.name, store })),
  ];
  const reports: StoreReport[] = [];
  const leftOut: string[] = cases === "" ? ["ViSearch's traces: SIGHTLINE_CASES names no folder"] : [];
  for (const { name, store } of pickNamed(rows, only, (row) => [row.name])) {
    if (store === undefined) {
      if (cases !== "") reports.push(reportTraces(name, await readTraces(cases, name)));
      continue;
    }
    process.stderr.write(`${name}\n`);
    try {
      reports.push(await reportStore(store, Math.ceil(histories / (store.fewer ?? 1)), folder));
    } catch (error) {
      if (!(error instanceof NotInstalled)) throw error;
      leftOut.push(error.message);
    }
  }
  const machine = machineFacts();
  if (json) console.log(JSON.stringify({ machine, reports, leftOut }, null, 2));
  else console.log(`${describeMachine(machine)}\n\n${renderReports(reports)}${renderLeftOut(leftOut)}`);
  return 0;
}

const columns: readonly Column[] = [
  { heading: "store" },
  { heading: "over session order" },
  { heading: "over real time" },
  { heading: "histories", numeric: true },
  { heading: "recorded / s", numeric: true },
  { heading: "measured / s", numeric: true },
  { heading: "differ in the end", numeric: true },
];

function renderReports(reports: readonly StoreReport[]): string {
  const rows = reports.map(({ name, version, missing, session, realtime, ...report }) => {
    const published = publishedRows.find((row) => row.name === name);
    return [
      `${name}${version === undefined ? "" : ` (${version})`}${missing === undefined ? "" : `; not in force: ${missing}`}`,
      violationWords(session),
      published === undefined
        ? realtime === undefined
          ? "–"
          : violationWords(realtime)
        : `published: ${published.violated.join("/")} of ${published.histories}`,
      String(report.histories),
      report.recording === undefined ? "–" : perSecond(report.histories, report.recording),
      perSecond(report.histories, report.measuring),
      report.diverged === undefined ? "–" : String(report.diverged),
    ];
  });
  return `### ViSearch's Table 1: histories that violate complete/causal/peer/monotonic/basic/weak\n\n${renderTable(columns, rows)}`;
}

const violationWords = ({ violated, unknown }: Violations): string =>
  `${violated.join("/")}${unknown > 0 ? ` (${unknown} unknown)` : ""}`;

const perSecond = (count: number, milliseconds: number): string =>
  Math.round((1000 * count) / milliseconds).toLocaleString("en-GB");

const renderLeftOut = (words: readonly string[]): string =>
  words.length === 0 ? "" : `\n\nLeft out:\n${words.map((word) => `- ${word}`).join("\n")}`;

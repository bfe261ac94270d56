import { type FormatName, historyExtensions } from "@sightline/formats";
import { createOutput } from "../../output/output.js";
import { styleFor } from "../../render/style.js";

/** A description of each format. */
const about: Readonly<Record<FormatName, string>> = {
  json: "Sightline's own: one history as a JSON object",
  ndjson: "the same, one history per line, or a header line followed by one operation per line",
  notation: "as people write it: { put(1,0) => null; get(1) => 0 } || { put(0,0) => null }",
  jepsen: "Jepsen, Knossos and Elle: EDN, or its JSON twin; events with :invoke, :ok, :fail, :info",
  porcupine: "Porcupine's test data: etcd console logs and key-value logs",
  threads: 'shared memory, thread by thread: {"threads":[[["w","x",1],["r","y",0]], …]}',
  litmus: "herd and litmus7 tests (x86, C) with the outcome that their condition or their log tells",
  "porcupine-json":
    'operations of a Go program, [{"ClientId":0,"Input":…,"Call":1,"Output":…,"Return":2}, …]',
  etcd: "operations.json of etcd's robustness tests",
  axe: "Axe's traces of shared memory: 0: M[1] := 2, 1: M[1] == 2, check",
  dbcop: "transactions of dbcop, JSON or .hist",
  plume: "transactions of Plume and AWDIT: w 1 100, lines of dashes and of equals signs between them",
  otel: "OpenTelemetry spans as JSON, with attributes sightline.method and others",
  lincheck: "executions that Lincheck prints: a table with a column for each thread",
  jcstress: "results that jcstress prints, below their program in the notation",
  visearch: "ViSearch traces (.trc): a line of sizes, then start,end,method,arguments,result",
};

/** `sightline formats`: the exit status. */
export async function runFormats(): Promise<number> {
  const { colours } = styleFor(process.stdout, process.env);
  const lines = Object.entries(about).map(([name, words]) => `${colours.bold(name.padEnd(14))}  ${words}\n`);
  await createOutput().write(
    `${lines.join("")}\nFormats are recognised by content; --format overrides that. ` +
      `Of a directory,\nfiles with these extensions are read, packed by gzip (.json.gz) or not:\n${historyExtensions.join(" ")}\n`,
    "",
  );
  return 0;
}

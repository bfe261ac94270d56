import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeMachine, machineFacts } from "./machine.js";
import { outFolder } from "./peers.js";
import { formatBytes, formatTime, renderTable } from "./table.js";
import { timeCommand } from "./time-command.js";
import { writeHistories } from "./visibility/race.js";
import { storeTrace } from "./workloads/mixture.js";

const command = fileURLToPath(new URL("../../packages/sightline/bin/sightline.js", import.meta.url));

/** What the command line asks for. */
export interface ServeOptions {
  readonly quick: boolean;
  readonly json: boolean;
}

/** One load on the service. */
interface Loaded {
  readonly concurrency: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** Latencies in milliseconds: median, 95th and 99th of a hundred, the longest. */
  readonly latency: readonly [number, number, number, number];
}

/** How many requests at a time, and how many in all. */
const loads = {
  full: [
    [1, 2_000],
    [8, 90_000],
    [64, 20_000],
  ],
  quick: [
    [1, 500],
    [8, 2_000],
  ],
} as const;

/** What is sent: traces of 15 operations in 3 sessions, as `bench -- batches` has them. */
const DISTINCT = 2_000;

/** The most that memory may grow from the first tenth of the requests to the last, where it is flat. */
const FLAT = 1.25;

/**
 * The service under load, one small history a request; its memory over all of them; then the same histories in one
 * body, and by `check`. Returns the exit status: 1 where memory grows or an answer is not as it should be.
 */
export async function benchServe({ quick, json }: ServeOptions): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const file = join(outFolder, "serve.ndjson");
  await writeHistories(file, traces());
  const histories = (await readFile(file, "utf8")).trimEnd().split("\n");
  const limits = [
    "--per-client",
    "1000",
    "--requests",
    "1000",
    "--max-body",
    "1000",
    "--max-histories",
    "1e6",
  ];
  const service = spawn(process.execPath, [command, "serve", "--port", "0", "--workers", "2", ...limits], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve) => {
    service.stdout.on("data", (chunk) => {
      const found = /:(\d+) /.exec(String(chunk));
      if (found !== null) resolve(Number(found[1]));
    });
  });
  const [load] = loadavg();
  const memory: number[] = [];
  const wrong: string[] = [];
  const results: Loaded[] = [];
  const resident = async (): Promise<number> => {
    const status = await readFile(`/proc/${service.pid}/status`, "utf8");
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  };
  try {
    for (const [concurrency, requests] of loads[quick ? "quick" : "full"])
      results.push(await put(concurrency, requests));
    const body = `${histories.join("\n")}\n`.repeat(quick ? 2 : 25);
    const count = histories.length * (quick ? 2 : 25);
    const began = performance.now();
    const answer = await ask(new Agent(), body);
    const bulk = performance.now() - began;
    if (!answer.includes(`"histories":${count},`)) wrong.push("the one body has other counts");
    await writeFile(file, body);
    const options = ["-c", "causal", "--no-explain", "--json", "--workers", "2"];
    const { time, cpu } = timeCommand([command, "check", file, ...options], [0, 1]);
    const total = results.reduce((sum, { requests }) => sum + requests, 0);
    const tenth = Math.max(1, Math.floor(memory.length / 10));
    const early = Math.max(...memory.slice(0, tenth));
    const last = Math.max(...memory.slice(-tenth));
    const isFlat = last <= FLAT * early;
    const machine = machineFacts();
    const record = { machine, load, results, memory, bulk, count, check: { time, cpu }, wrong };
    await writeFile(join(outFolder, "serve.json"), `${JSON.stringify(record, null, 2)}\n`);
    const perSecond = (milliseconds: number, of: number): string =>
      Math.round(of / (milliseconds / 1000)).toLocaleString("en");
    const rows = results.map(({ concurrency, requests, milliseconds, latency }) => [
      String(concurrency),
      requests.toLocaleString("en"),
      perSecond(milliseconds, requests),
      ...latency.map(formatTime),
    ]);
    const titles = ["at a time", "requests", "a second", "median", "95%", "99%", "longest"];
    const text = [
      renderTable(
        titles.map((heading) => ({ heading, numeric: true })),
        rows,
      ),
      "",
      `one body of ${count.toLocaleString("en")} histories: ${formatTime(bulk)}, ${perSecond(bulk, count)} histories a second (one thread)`,
      `check --json of the same file: ${formatTime(time)}, ${perSecond(time, count)} histories a second (two threads)`,
      `memory over ${total.toLocaleString("en")} requests: ${formatBytes(early)} in the first tenth, ${formatBytes(last)} in the last: ${isFlat ? "flat" : "NOT flat"}`,
      ...wrong,
    ].join("\n");
    console.log(
      json
        ? JSON.stringify(record, null, 2)
        : `${describeMachine(machine)}; load ${load.toFixed(1)}\n\n${text}`,
    );
    return isFlat && wrong.length === 0 ? 0 : 1;
  } finally {
    service.kill();
  }

  function* traces() {
    for (let seed = 0; seed < DISTINCT; seed++)
      yield storeTrace(
        (["set", "map", "rpq"] as const)[seed % 3],
        seed,
        seed % 10 === 9 ? 1 + (seed % 6) : 0,
      );
  }

  /** Sends a body; what comes back. */
  function ask(agent: Agent, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const path = "/check?criterion=causal&explain=false";
      const sent = request({ port, host: "127.0.0.1", method: "POST", path, agent }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text = (text + chunk).slice(-4096)));
        response.on("end", () => resolve(text));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Puts a load on the service: so many clients, each of which asks again once it is answered. */
  async function put(concurrency: number, requests: number): Promise<Loaded> {
    const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
    const taken = new Float64Array(requests);
    let next = 0;
    const client = async (): Promise<void> => {
      for (let own = next++; own < requests; own = next++) {
        const began = performance.now();
        const answer = await ask(agent, histories[own % histories.length]);
        taken[own] = performance.now() - began;
        if (!answer.includes('"complete":true')) wrong.push(answer.slice(0, 200));
        if (own % 1_000 === 0) memory.push(await resident());
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: concurrency }, client));
    const milliseconds = performance.now() - began;
    agent.destroy();
    taken.sort();
    const at = (share: number): number => taken[Math.min(requests - 1, Math.floor(share * requests))];
    return { concurrency, requests, milliseconds, latency: [at(0.5), at(0.95), at(0.99), at(1)] };
  }
}

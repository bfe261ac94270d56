import { execFile } from "node:child_process";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createHistoryBuilder, createRandom, type History } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { type Browser, hasBrowser, openBrowser, type Page } from "@sightline/testing/sightline/browser.js";
import { writeEvents } from "./interchange.js";
import { describeMachine, machineFacts } from "./machine.js";
import { median } from "./time-runs.js";
import { buildPeers, outFolder } from "./peers.js";
import { renderTargets } from "./report.js";
import { formatBytes, formatTime, renderTable } from "./table.js";
import type { Target } from "./targets.js";

const run = promisify(execFile);
const command = fileURLToPath(new URL("../../packages/sightline/bin/sightline.js", import.meta.url));

/** What the command line asks for. */
export interface ViewerBenchOptions {
  /** Fewer operations. */
  readonly quick: boolean;
  readonly json: boolean;
}

/** The targets: to be seen within so many milliseconds, and moved with at most so many between frames. */
const MOST_TO_LOAD = 2000;
const MOST_TO_FRAME = 1000 / 60 + 1;

/** How one page did. */
interface Row {
  readonly page: string;
  readonly operations: number;
  readonly bytes: number;
  /** From the beginning of its loading until all is drawn. */
  readonly load: number;
  /** Between two frames while it is moved: the median, and what 95 of 100 keep to. */
  readonly frame: number;
  readonly late: number;
}

/** How a page is looked at: what must be there before it counts as loaded, and how it is moved. */
interface Look {
  readonly ready: string;
  readonly move: (page: Page, step: number) => Promise<void>;
}

const ours: Look = {
  ready: `document.querySelector("#viewer .verdict h2 .satisfied") !== null && document.querySelector(".stage canvas")?.width > 300`,
  async move(page, step) {
    if (step === 0) {
      // Closer first: the whole at once cannot be moved.
      await page.mouse.move(500, 400);
      for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -300);
      await page.mouse.down();
    }
    await page.mouse.move(500 + 250 * Math.sin(step / 12), 400);
  },
};

const theirs: Look = {
  ready: `document.readyState === "complete" && document.querySelectorAll("svg rect").length > 0`,
  async move(page, step) {
    if (step === 0) await page.mouse.move(500, 300);
    await page.mouse.wheel(60 * Math.sign(Math.sin(step / 12)), 0);
  },
};

/**
 * How long the page of a long history takes to load in Chromium, and how smoothly it is moved, beside Porcupine's own
 * page of a shorter one. Returns the exit status.
 */
export async function benchViewer({ quick, json }: ViewerBenchOptions): Promise<number> {
  if (!hasBrowser) return 64;
  await mkdir(outFolder, { recursive: true });
  const sizes = quick ? [10_000, 2_000] : [100_000, 20_000];
  const browser = await openBrowser();
  const rows: Row[] = [];
  try {
    for (const size of sizes)
      rows.push(await lookAt(browser, "Sightline", size, await pageOfOurs(size), ours));
    const page = await pageOfTheirs(sizes[1]);
    if (page !== undefined) rows.push(await lookAt(browser, "Porcupine", sizes[1], page, theirs));
  } finally {
    await browser.close();
  }
  const machine = machineFacts();
  const [{ load, frame, operations }] = rows;
  const workload = `${operations.toLocaleString("en")} operations`;
  const targets: Target[] = [
    {
      workload,
      promise: `loads within ${formatTime(MOST_TO_LOAD)}`,
      measured: formatTime(load),
      reached: load <= MOST_TO_LOAD,
    },
    {
      workload,
      promise: "moves at 60 frames a second",
      measured: `${frame.toFixed(1)} ms a frame`,
      reached: frame <= MOST_TO_FRAME,
    },
  ];
  const record = JSON.stringify({ machine, rows, targets }, null, 2);
  await writeFile(join(outFolder, "viewer.json"), `${record}\n`);
  const table = renderTable(
    columns,
    rows.map((row) => [
      row.page,
      row.operations.toLocaleString("en"),
      formatBytes(row.bytes),
      formatTime(row.load),
      `${row.frame.toFixed(1)} ms`,
      `${row.late.toFixed(1)} ms`,
    ]),
  );
  console.log(json ? record : `${describeMachine(machine)}\n\n${table}\n\n${renderTargets(targets)}`);
  return 0;
}

const columns = [
  { heading: "page" },
  { heading: "operations", numeric: true },
  { heading: "size", numeric: true },
  { heading: "load", numeric: true },
  { heading: "frame, median", numeric: true },
  { heading: "frame, 95 %", numeric: true },
];

/** A linearizable history of a register by eight clients: each operation takes effect at its call. */
function registerHistory(size: number): History {
  const random = createRandom(1);
  const builder = createHistoryBuilder({ type: "register" });
  let value: number | null = null;
  for (let i = 0; i < size; i++) {
    const call = 10 * i + random.int(5);
    const times = { session: i % 8, call, return: call + 20 + random.int(50) };
    if (random.int(2) === 0) builder.add({ ...times, method: "write", args: [(value = i)], result: null });
    else builder.add({ ...times, method: "read", result: value });
  }
  return builder.finish();
}

async function pageOfOurs(size: number): Promise<string> {
  const [file, page] = [join(outFolder, `viewer-${size}.json`), join(outFolder, `viewer-${size}.html`)];
  await writeFile(file, writeHistory(registerHistory(size)));
  await run(process.execPath, [command, "check", file, "-q", "--html", page]);
  return page;
}

async function pageOfTheirs(size: number): Promise<string | undefined> {
  const { porcupine } = await buildPeers((word) => console.error(word));
  if (porcupine === undefined) return undefined;
  const [file, page] = [join(outFolder, `viewer-${size}.events`), join(outFolder, `porcupine-${size}.html`)];
  await writeFile(file, [...writeEvents([registerHistory(size)])].join(""));
  await run(porcupine, ["-visualize", page, file]);
  return page;
}

/** Frames that are counted while a page is moved. */
const FRAMES = 180;

async function lookAt(browser: Browser, name: string, size: number, path: string, look: Look): Promise<Row> {
  const loads: number[] = [];
  let frames: readonly number[] = [];
  for (let round = 0; round < 3; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    // Two frames after all is there it has been drawn.
    await page.addInitScript(`{
      const look = () => (${look.ready})
        ? requestAnimationFrame(() => requestAnimationFrame(() => { window.seenAt = performance.now(); }))
        : requestAnimationFrame(look);
      requestAnimationFrame(look);
    }`);
    await page.goto(`file://${path}`, { waitUntil: "commit", timeout: 0 });
    const seen = await page.waitForFunction(() => (globalThis as { seenAt?: number }).seenAt);
    loads.push(Number(await seen.jsonValue()));
    if (round === 2) frames = await moved(page, look);
    await context.close();
  }
  const sorted = frames.toSorted((a, b) => a - b);
  return {
    page: name,
    operations: size,
    bytes: (await stat(path)).size,
    load: median(loads),
    frame: median(frames),
    late: sorted[Math.floor(sorted.length * 0.95)],
  };
}

/** The milliseconds between frames while a page is moved. */
async function moved(page: Page, look: Look): Promise<readonly number[]> {
  await look.move(page, 0);
  await page.evaluate(`{
    window.frames = [];
    let last = performance.now();
    const count = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(count); };
    requestAnimationFrame(count);
  }`);
  for (let step = 1; ; step++) {
    await look.move(page, step);
    const frames = (await page.evaluate("window.frames")) as readonly number[];
    if (frames.length > FRAMES) return frames.slice(1);
  }
}

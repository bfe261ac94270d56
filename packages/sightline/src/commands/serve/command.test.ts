// @module-tag slow
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { data, lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { type Served, startServe } from "@sightline/testing/sightline/start-serve.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { types } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const file = (name: string): string => readFileSync(join(data, name), "utf8");
const one = (value: number): string =>
  `{"type":"register","operations":[{"session":0,"method":"write","args":[${value}]},{"session":0,"method":"read","result":1}]}\n`;

let served: Served;
beforeAll(async () => {
  served = await startServe(["--workers", "2"]);
});
afterAll(() => served.stop());

/** Reads an answer piece by piece, as text. */
const readerOf = ({ body }: Response): ReadableStreamDefaultReader<string> =>
  (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();

/** A line without what differs from run to run. */
const bare = (line: Record<string, unknown>): unknown => ({ ...line, stats: undefined, file: undefined });

describe("verdicts", () => {
  test.each(["satisfied.json", "violated.json", "sb.litmus"])("of %s are those of check", async (name) => {
    const told = await served.judge("/check", file(name));
    const { out } = await sightline(["check", name, "--json"]);
    const expected = lines({ code: 0, out, err: "" });
    expect(told.slice(0, -1).map(bare)).toEqual(expected.map(bare));
    expect(told.at(-1)?.["summary"]).toMatchObject({ complete: true, ended: "done", invalid: 0 });
  });

  test("of hundreds of random histories, packed or not, in one body", async () => {
    const histories = Array.from({ length: 500 }, (_, seed) =>
      JSON.stringify({ ...JSON.parse(writeHistory(generateHistory(types.set, seed, 5))), type: "set" }),
    );
    const text = `${histories.join("\n")}\n`;
    const path = "/check?criterion=causal&explain=false";
    const [plain, packed] = await Promise.all([served.judge(path, text), served.judge(path, gzipSync(text))]);
    const { out } = await sightline(["check", "-", "-c", "causal", "--json", "--no-explain"], {
      input: text,
    });
    const expected = lines({ code: 0, out, err: "" }).map(bare);
    expect(expected).toHaveLength(500);
    expect(plain.slice(0, -1).map(bare)).toEqual(expected);
    expect(packed.slice(0, -1).map(bare)).toEqual(expected);
  });

  test("come while the body still does", async () => {
    let send: (text: string | undefined) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => {
          if (text === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(text));
        };
      },
    });
    send(one(1));
    const response = await served.ask("/check", { method: "POST", body, duplex: "half" } as RequestInit);
    const reader = readerOf(response);
    const first = (await reader.read()).value ?? "";
    expect(JSON.parse(first)).toMatchObject({ index: 0, verdict: "satisfied" });
    send(one(2));
    const second = (await reader.read()).value ?? "";
    expect(JSON.parse(second)).toMatchObject({ index: 1, verdict: "violated" });
    send('{"type":"register","operations":[{"session":0}]}\n');
    const third = (await reader.read()).value ?? "";
    expect(JSON.parse(third)).toMatchObject({ error: { line: 3, code: "SL1002" } });
    send(undefined);
    expect(JSON.parse((await reader.read()).value ?? "")).toMatchObject({
      summary: { histories: 2, satisfied: 1, violated: 1, invalid: 1, complete: true },
    });
  });

  test("of lines with a header and its operations, in the middle of whole histories", async () => {
    const header = '{"type":"register","name":"long"}\n';
    const operations = Array.from({ length: 20_000 }, (_, i) =>
      i === 19_999
        ? '{"session":0,"method":"read","result":7}\n'
        : `{"session":0,"method":"write","args":[${i % 5}]}\n`,
    ).join("");
    const told = await served.judge(
      "/check?witness=false&explain=false",
      one(1) + header + operations + one(1),
    );
    expect(told.slice(0, -1).map(({ index, name, verdict }) => [index, name, verdict])).toEqual([
      [0, null, "satisfied"],
      [1, "long", "violated"],
      [2, null, "satisfied"],
    ]);
  });

  test("of measure", async () => {
    const [told, last] = await served.judge("/measure", "set { add(1) => true; contains(1) => false }");
    expect(told).toMatchObject({ index: 0, operations: 2, level: "weak" });
    expect(last).toMatchObject({ summary: { histories: 1, level: "weak", complete: true } });
  });

  test("beyond the deadline are unknown", async () => {
    const path = "/check?algorithm=wing-gong&deadline=0.2";
    const [told, last] = await served.judge(path, file("exploding.json"));
    expect(told).toMatchObject({ verdict: "unknown", reason: "deadline" });
    expect(last).toMatchObject({ summary: { unknown: 1, complete: true, ended: "done" } });
  });
});

describe("what cannot be done is said", () => {
  const error = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await served.ask(path, init);
    const { error: told } = (await response.json()) as { error: { code: string; message: string } };
    return [response.status, told.code, told.message];
  };
  const post = (body: NonNullable<RequestInit["body"]>, headers = {}): RequestInit => ({
    method: "POST",
    body,
    headers,
  });

  test.each<[string, string, RequestInit, number, string, string]>([
    ["no such route", "/nothing", {}, 404, "SL5001", "/openapi.json"],
    ["another method", "/check", {}, 405, "SL5001", "POST"],
    ["a slip", "/check?critrion=causal", post("x"), 400, "SL4007", 'Did you mean "criterion"?'],
    ["no such criterion", "/check?criterion=casual", post("x"), 400, "SL1303", "causal"],
    ["twice", "/check?type=map&type=set", post("x"), 400, "SL4004", "more than once"],
    ["check's own", "/measure?criterion=causal", post("x"), 400, "SL4007", "criterion"],
    ["a flag that is none", "/check?explain=perhaps", post("x"), 400, "SL4007", "true or false"],
    ["a module", "/check?type=./evil.mjs", post("x"), 400, "SL5009", "over the wire"],
    ["a module elsewhere", "/check?type=/etc/passwd", post("x"), 400, "SL5009", "over the wire"],
    ["no history", "/check", post("nothing at all"), 422, "SL2000", "<body>"],
    ["an empty body", "/check", post(""), 422, "SL2000", "no history"],
    ["a wrong method", "/check?name=a.json", post("register { wirte(1) }"), 422, "SL1008", "a.json:1:"],
    ["bad gzip", "/check", post(gzipSync(one(1)).subarray(0, 30)), 400, "SL5008", "end too early"],
    ["no gzip", "/check", post(one(1), { "content-encoding": "gzip" }), 400, "SL5008", "not packed"],
    ["another packing", "/check", post(one(1), { "content-encoding": "br" }), 415, "SL5008", "gzip"],
    [
      "another site",
      "/check",
      post(one(1), { origin: "https://evil.example" }),
      403,
      "SL5003",
      "other sites",
    ],
  ])("%s", async (_, path, init, status, code, words) => {
    expect(await error(path, init)).toEqual([status, code, expect.stringContaining(words)]);
  });

  test("paths that climb, names that break lines, requests that are none", async () => {
    expect(
      await served.raw("GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
    ).toMatch(/^HTTP\/1\.1 404 /);
    expect(
      await served.raw(
        "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      ),
    ).toMatch(/^HTTP\/1\.1 404 /);
    expect(await served.raw("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 403 /,
    );
    expect(await served.raw("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    // A little more than is taken, so that it is read at once: a reset would overtake the answer.
    expect(await served.raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    const name = encodeURIComponent("a\r\nX-Evil: 1\r\n\r\n<script>");
    const response = await served.ask(`/check?name=${name}`, post("register { read() => 1 }"));
    expect(response.headers.get("x-evil")).toBeNull();
    const [line] = (await response.text()).split("\n");
    expect(JSON.parse(line)).toMatchObject({ file: "a\r\nX-Evil: 1\r\n\r\n<script>", verdict: "violated" });
  });

  test("a client that goes away is worked for no more", async () => {
    const before = await served.metric('sightline_requests_cut_total{why="gone"}');
    const over = new AbortController();
    const asked = served.ask("/check?algorithm=wing-gong", {
      ...post(file("exploding.json")),
      signal: over.signal,
    });
    await served.until("sightline_threads_busy", 1);
    over.abort();
    await expect(asked).rejects.toThrow();
    await served.until("sightline_threads_busy", 0);
    await served.until('sightline_requests_cut_total{why="gone"}', before + 1);
    expect(await served.judge("/check", one(1))).toHaveLength(2);
  });
});

describe("limits", () => {
  let limited: Served;
  beforeAll(async () => {
    const limits = ["--max-body", "0.5", "--max-histories", "5", "--per-client", "2"];
    // The stall is long, for a client on a busy machine may stall as well.
    limited = await startServe([...limits, "--stall", "5", "--workers", "1", "--deadline", "60"]);
  });
  afterAll(() => limited.stop());

  const statusOf = async (body: NonNullable<RequestInit["body"]>): Promise<number> =>
    (await limited.ask("/check", { method: "POST", body })).status;

  test("a body that is too large, or unpacks to too much", async () => {
    expect(await statusOf(" ".repeat(1 << 20))).toBe(413);
    const bomb = gzipSync(Buffer.alloc(1 << 26, 32));
    expect(bomb.length).toBeLessThan(1 << 18);
    expect(await statusOf(bomb)).toBe(413);
  });

  test("more histories than are judged", async () => {
    const told = await limited.judge("/check", one(1).repeat(7));
    expect(told.map((line) => Object.keys(line)[0])).toEqual([
      ...Array<string>(5).fill("file"),
      "error",
      "summary",
    ]);
    expect(told.at(-2)).toMatchObject({ error: { code: "SL5004" } });
    expect(told.at(-1)).toMatchObject({ summary: { histories: 5, complete: false, ended: "error" } });
  });

  test("a connection whose body is not read to its end is closed", async () => {
    const head = "POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n";
    const told = await limited.raw(head + one(1).repeat(7));
    expect(told).toMatch(/^HTTP\/1\.1 200 /);
    expect(told).toContain('"ended":"error"');
  });

  test("more requests of a client than are taken at a time", async () => {
    const open = ["a", "b"].map(() => {
      let close: () => void = () => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("register "));
          close = () => {
            controller.enqueue(new TextEncoder().encode("{ write(1) }"));
            controller.close();
          };
        },
      });
      return {
        close: () => close(),
        answer: limited.ask("/check", { method: "POST", body, duplex: "half" } as RequestInit),
      };
    });
    await limited.until("sightline_requests_in_flight", 2);
    const third = await limited.ask("/check", { method: "POST", body: one(1) });
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "1"]);
    for (const { close } of open) close();
    for (const { answer } of open) expect((await answer).status).toBe(200);
    expect(await statusOf(one(1))).toBe(200);
  });
});

/** Each has a service of its own: what is to take its time elsewhere would be cut by these on a slow machine. */
describe("limits of time", () => {
  let hasty: Served;
  beforeAll(async () => {
    hasty = await startServe(["--stall", "0.5", "--workers", "1"]);
  });
  afterAll(() => hasty.stop());

  test("what takes longer than a request may has what is known by then", async () => {
    const short = await startServe(["--max-time", "2", "--workers", "1"]);
    const told = await short.judge("/check?algorithm=wing-gong", file("exploding.json"));
    expect(told).toMatchObject([
      { verdict: "unknown", reason: "cancelled" },
      { summary: { unknown: 1, complete: false, ended: "time" } },
    ]);
    await short.stop();
  });

  test("a head or a body that stops", async () => {
    expect(await hasty.raw("POST /check HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")).toMatch(
      /^HTTP\/1\.1 408 /,
    );
    const half = "POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
    const told = await hasty.raw(half);
    expect(told).toMatch(/^HTTP\/1\.1 408 /);
    expect(told).toContain("SL5007");
  });

  test("a client that takes nothing is left", async () => {
    const before = await hasty.metric('sightline_requests_cut_total{why="stalled"}');
    // What is told of each history is long: the name is six times as long in JSON.
    const name = encodeURIComponent("\u0001".repeat(200));
    const body = one(1).repeat(12_000);
    const head = `POST /check?name=${name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect(hasty.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(head + body);
    socket.pause();
    await hasty.until('sightline_requests_cut_total{why="stalled"}', before + 1);
    await hasty.until("sightline_threads_busy", 0);
    socket.destroy();
  });
});

test("a token is asked for, but not of those who ask whether the service lives", async () => {
  const guarded = await startServe(["--workers", "1"], { SIGHTLINE_TOKEN: "open-sesame" });
  try {
    const status = async (path: string, authorization?: string): Promise<number> =>
      (
        await guarded.ask(path, {
          ...(path === "/check" && { method: "POST", body: one(1) }),
          headers: authorization === undefined ? {} : { authorization },
        })
      ).status;
    expect(await status("/check")).toBe(401);
    expect(await status("/metrics")).toBe(401);
    expect(await status("/check", "Bearer open-sesam")).toBe(401);
    expect(await status("/check", "Basic open-sesame")).toBe(401);
    expect(await status("/check", "Bearer open-sesame")).toBe(200);
    expect(await status("/metrics", "bearer open-sesame")).toBe(200);
    expect([await status("/health"), await status("/"), await status("/openapi.json")]).toEqual([
      200, 200, 200,
    ]);
  } finally {
    expect((await guarded.stop()).code).toBe(0);
  }
});

describe("the end", () => {
  test("waits for what is under way, and cuts it after the grace with what is known", async () => {
    const short = await startServe(["--workers", "1", "--grace", "1"]);
    const body = ["violated.json", "exploding.json"]
      .map((name) => file(name).replaceAll("\n", " "))
      .join("\n");
    const response = await short.ask("/check?algorithm=wing-gong", { method: "POST", body });
    const reader = readerOf(response);
    let text = (await reader.read()).value ?? "";
    expect(JSON.parse(text)).toMatchObject({ index: 0, verdict: "violated" });
    const stopped = short.stop("SIGTERM");
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    const told = text.trimEnd().split("\n");
    expect(JSON.parse(told[1])).toMatchObject({ index: 1, verdict: "unknown", reason: "cancelled" });
    expect(JSON.parse(told[2])).toMatchObject({ summary: { complete: false, ended: "shutdown" } });
    expect((await stopped).code).toBe(0);
  });

  test("a port that is in use is told", async () => {
    const { code, err } = await sightline(["serve", "--port", String(served.port)]);
    expect([code, err.includes("the port is in use")]).toEqual([64, true]);
  });
});

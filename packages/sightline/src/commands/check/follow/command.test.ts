// @module-tag slow
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { bin, data, sightline } from "@sightline/testing/sightline/run-command.js";

const folder = scratchFolder();

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const write = (session: string, value: number, call: number): string =>
  line({ session, method: "write", args: [value], result: null, call, return: call + 1 });
const read = (session: string, result: number, call: number): string =>
  line({ session, method: "read", result, call, return: call + 1 });

const header = line({ type: "register" });
const fine = header + write("a", 1, 0) + read("b", 1, 2) + write("a", 2, 4) + read("b", 2, 6);
const stale = read("c", 1, 8);

describe("check --follow", () => {
  test("standard input that ends: satisfied, violated, wrong", async () => {
    expect(await sightline(["check", "--follow"], { input: fine })).toEqual({
      code: 0,
      out: "4 operations judged on 1 part: no violation\n",
      err: "",
    });
    const { code, out } = await sightline(["check", "--follow", "-"], { input: fine + stale });
    expect(code).toBe(1);
    expect(out).toContain("✘ <stdin>, line 6: linearizability violated");
    expect(out).toContain("5 operations judged on 1 part: 1 violation\n");
    const wrong = await sightline(["check", "--follow"], {
      input: `${fine}{"session":0,"method":"reed","call":9}\n`,
    });
    expect(wrong.code).toBe(65);
    expect(wrong.err).toMatch(/^<stdin>:6:1: type register has no method 'reed'.*\[SL1008\]\n$/u);
  });

  test("--json: a line for each violation, and a summary", async () => {
    const { out } = await sightline(["check", "--follow", "--json"], { input: fine + stale });
    const [violation, { summary }] = out
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(violation).toMatchObject({
      verdict: "violated",
      line: 6,
      states: ["2"],
      operation: { session: "c" },
    });
    expect(violation.violation.notation).toContain("read() => 1");
    expect(summary).toEqual({
      judged: 5,
      parts: 1,
      violated: 1,
      invalid: 0,
      unjudged: { ofAllKeys: 0, ofLostParts: 0 },
    });
  });

  test("what was not judged makes it unknown", async () => {
    const input = line({ type: "set" }) + line({ session: 0, method: "size", result: 3, call: 0, return: 1 });
    const { code, out } = await sightline(["check", "--follow"], { input });
    expect(code).toBe(2);
    expect(out).toContain("1 operation on all keys at once not judged");
    expect((await sightline(["check", "--follow", "--no-partition"], { input })).code).toBe(1);
  });

  test("a file that grows: told as it happens, until Ctrl-C", async () => {
    const file = join(folder, "log.ndjson");
    writeFileSync(file, fine);
    const child = spawn(process.execPath, [bin, "check", "--follow", file], { cwd: data });
    let out = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk) => {
        out += chunk;
        if (out.includes("line 6: linearizability")) resolve();
      });
      // Half a line is no line yet.
      appendFileSync(file, stale.slice(0, 20));
      setTimeout(() => appendFileSync(file, stale.slice(20)), 300);
    });
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(1);
    expect(out).toContain("5 operations judged on 1 part: 1 violation\n");
  });

  test("a second history ends the watch, with what was found before it", async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => write("a", i, 10 + 2 * i)).join("");
    const { code, out, err } = await sightline(["check", "--follow"], { input: fine + stale + many + fine });
    expect(code).toBe(65);
    expect(err).toContain("<stdin>:1207:1: a second history begins here");
    expect(out).toContain("1,205 operations judged on 1 part: 1 violation\n");
  });

  test("who still writes is not waited for: neither after Ctrl-C nor behind a second history", async () => {
    const watch = (input: string) => {
      const child = spawn(process.execPath, [bin, "check", "--follow"], { cwd: data });
      let out = "";
      const closed = new Promise((resolve) => child.on("close", (code) => resolve([code, out])));
      const told = new Promise<void>((resolve) => {
        child.on("close", () => resolve());
        child.stdout.on("data", (chunk) => {
          out += chunk;
          resolve();
        });
      });
      child.stdin.on("error", () => {}); // it has let go
      child.stdin.write(input);
      return { child, told, closed };
    };
    const interrupted = watch(fine + stale);
    await interrupted.told;
    interrupted.child.kill("SIGINT");
    expect(await interrupted.closed).toEqual([1, expect.stringContaining("1 violation\n")]);
    const many = Array.from({ length: 1_200 }, (_, i) => write("a", i, 10 + 2 * i)).join("");
    const second = watch(fine + many + fine);
    expect(await second.closed).toEqual([65, expect.stringContaining("no violation\n")]);
  });

  test("a log of Jepsen, and transactions by their own name", async () => {
    const event = (process: number, type: string, value: string) =>
      `{:process ${process}, :type :${type}, :f :txn, :value ${value}}\n`;
    const input =
      event(0, "invoke", "[[:w 1 5]]") +
      event(0, "ok", "[[:w 1 5]]") +
      event(0, "invoke", "[[:w 1 6] [:w 2 6]]") +
      event(0, "ok", "[[:w 1 6] [:w 2 6]]") +
      event(1, "invoke", "[[:r 1 nil] [:r 2 nil]]") +
      event(1, "ok", "[[:r 1 6] [:r 2 nil]]");
    const args = ["check", "--follow", "-c", "strict-serializability", "--json"];
    const { code, out } = await sightline(args, { input });
    expect(code).toBe(1);
    expect(JSON.parse(out.split("\n")[0])).toMatchObject({ criterion: "strict-serializability", line: 5 });
    const other = await sightline(args, { input: fine });
    expect([other.code, other.err.includes("is of transactions")]).toEqual([65, true]);
  });

  test("a socket that is closed, and one whose connection breaks: what was found is told", async () => {
    const served = async (serve: (socket: Socket) => void) => {
      const server = createServer(serve);
      const port = await new Promise<number>((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
      });
      try {
        return await sightline(["check", "--follow", `tcp://127.0.0.1:${port}`]);
      } finally {
        server.close();
      }
    };
    const closed = await served((socket) => void socket.end(fine + stale));
    expect([closed.code, closed.out.includes("1 violation")]).toEqual([1, true]);
    // The client has read it before the connection breaks: else that would take it away.
    const broken = await served((socket) => {
      socket.write(fine + stale);
      setTimeout(() => socket.resetAndDestroy(), 1000);
    });
    expect([broken.code, broken.err]).toEqual([
      65,
      expect.stringMatching(/^tcp:.*: read ECONNRESET \[SL2091\]\n$/),
    ]);
    expect(broken.out).toContain("5 operations judged on 1 part: 1 violation\n");
  });

  test.each([
    [["--follow", "-c", "causal"], "nothing can be forgotten"],
    [["--follow", "-c", "sequential"], "knows no real time"],
    [["--follow", "-c", "convergence"], "has ended"],
    [["--follow", "--format", "litmus"], "not written line by line"],
    [["--follow", "--html", "x.html"], "--html do not go together"],
    [["--follow", "nosuch.ndjson"], "nosuch.ndjson"],
    [["--follow", "--patience", "0"], "--patience takes seconds"],
    [["--patience", "3"], "--patience is for --follow"],
  ])("%j is refused", async (args, words) => {
    const { code, err } = await sightline(["check", ...args], { input: fine });
    expect([code, err.includes(words)]).toEqual([64, true]);
  });
});

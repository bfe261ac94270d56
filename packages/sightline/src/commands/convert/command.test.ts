import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

describe("sightline convert", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sightline-convert-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("writes what it reads in other formats, by --to or by the output's name", async () => {
    const text = "register(7) alice { write(1) => null } || bob { read() => 7 }";
    expect(await sightline(["convert", "--to", "notation", text])).toMatchObject({
      code: 0,
      out: `${text}\n`,
    });
    const json = join(folder, "one.json");
    expect(await sightline(["convert", text, "-o", json])).toMatchObject({
      code: 0,
      out: "",
      err: `1 history written to ${json}\n`,
    });
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ type: "register", initial: 7 });
    expect(await sightline(["convert", json, "--to", "notation", "--initial", "8"])).toMatchObject({
      out: text.replace("7)", "8)").concat("\n"),
    });
  });

  test("reads any format, and directories, whose other files it passes over", async () => {
    const logs = join(folder, "logs");
    mkdirSync(logs);
    writeFileSync(
      join(logs, "a.edn"),
      "{:process 0, :type :invoke, :f :write, :value 1}\n{:process 0, :type :ok, :f :write, :value 1}\n",
    );
    writeFileSync(join(logs, "notes.json"), '{"no": "history"}');
    const { code, out, err } = await sightline(["convert", logs, "--quiet"]);
    expect(err).toContain("1 file in");
    expect(code).toBe(0);
    const [line] = out.trim().split("\n");
    expect(JSON.parse(line)).toHaveProperty("operations");
    const piped = await sightline(["check", line]);
    expect(piped.out).toMatch(/satisfied|violated/);
  });

  test("tells what cannot be written, or read, and converts the rest", async () => {
    const memory = "memory { write(x,1) }";
    const timed = "memory { write(x,1) @0-1 }";
    const mixed = await sightline(["convert", "--to", "threads", timed, memory, "malformed.json"]);
    expect(mixed.code).toBe(65);
    expect(mixed.out).toBe('{"threads":[[["w","x",1]]]}\n');
    expect(mixed.err).toMatch(/cannot be written as threads: threads form has no times.*\[SL4007\]/);
    expect(await sightline(["convert", "--to", "jason", memory])).toMatchObject({ code: 64 });
    const two = await sightline(["convert", "--to", "json", memory, memory]);
    expect(two).toMatchObject({ code: 64 });
    expect(two.err).toContain("json holds one history, and there are more: take --to ndjson");
  });

  test("does not write over what it reads", async () => {
    const path = join(folder, "kept.json");
    writeFileSync(path, '{"type":"register","operations":[]}');
    expect(await sightline(["convert", path, "-o", path])).toMatchObject({ code: 64 });
    expect(readFileSync(path, "utf8")).toBe('{"type":"register","operations":[]}');
  });
});

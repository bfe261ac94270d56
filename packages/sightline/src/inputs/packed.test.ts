import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { data, lines, shell, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();

const pack = (name: string, text: string | Buffer, length?: number): string => {
  const path = join(scratch, name);
  writeFileSync(path, gzipSync(text).subarray(0, length));
  return path;
};
const satisfied = readFileSync(join(data, "satisfied.json"));
const violated = readFileSync(join(data, "violated.json"));

describe("what gzip has packed is read as it is", () => {
  const file = pack("violated.json.gz", violated);

  test("by check and measure, from a file and from standard input", async () => {
    const check = await sightline(["check", file, "--json"]);
    expect(check.err).toBe("");
    expect(lines(check)).toMatchObject([{ file, name: "stale read", verdict: "violated" }]);
    expect((await shell(`$SIGHTLINE check --quiet < ${file}`)).code).toBe(1);
    expect((await shell(`cat ${file} | $SIGHTLINE check - --quiet`)).code).toBe(1);
    const measured = await sightline(["measure", file, "--json"]);
    expect(lines(measured)[0]).toMatchObject({ file, name: "stale read" });
    const piped = await shell(`cat ${file} | $SIGHTLINE measure --json`);
    expect(lines(piped)[0]).toMatchObject({ file: "-", name: "stale read" });
  });

  test("by verify, history and witness, and by outcomes", async () => {
    const history = pack("satisfied.json.gz", satisfied);
    const witness = pack("verdicts.ndjson.gz", (await sightline(["check", history, "--json"])).out);
    expect(await sightline(["verify", history, witness])).toMatchObject({ code: 0, err: "" });
    const program = pack("program.txt.gz", "register { write(1) } || { read() }");
    expect((await sightline(["outcomes", program])).out).toContain("2 outcomes");
  });

  test("many histories, each on its line, packed in pieces", async () => {
    const line = `${JSON.stringify(JSON.parse(violated.toString()))}\n`;
    const long = join(scratch, "long.ndjson.gz");
    writeFileSync(long, Buffer.concat([gzipSync(line.repeat(3000)), gzipSync(line.repeat(1000))]));
    const run = await sightline(["measure", long, "--json", "--workers", "2"]);
    expect(run.code).toBe(0);
    const told = lines(run);
    expect(told).toHaveLength(4001);
    expect(told[3999]).toMatchObject({ index: 3999, name: "stale read" });
  });

  test("in a directory too", async () => {
    const folder = join(scratch, "folder");
    mkdirSync(folder);
    pack("folder/a.json.gz", satisfied);
    pack(
      "folder/b.edn.gz",
      "{:process 0, :type :invoke, :f :read}\n{:process 0, :type :ok, :f :read, :value nil}\n",
    );
    pack("folder/c.tar.gz", "no extension of histories");
    const run = await sightline(["check", folder, "--json", "--type", "register"]);
    expect(run.err).toBe("");
    expect(lines(run).map(({ file: name }) => name)).toEqual([
      join(folder, "a.json.gz"),
      join(folder, "b.edn.gz"),
    ]);
  });
});

describe("packed data that are broken", () => {
  const place =
    /:\d+:\d+: the compressed data (?:end too early, after \d+ bytes: is the file cut off\?|are damaged).*\n$/;

  test("are not valid, and the other inputs are checked", async () => {
    const cut = pack("cut.json.gz", violated, -9);
    const damaged = join(scratch, "damaged.json.gz");
    const bytes = gzipSync(violated);
    bytes[40] ^= 0xff;
    writeFileSync(damaged, bytes);
    for (const file of [cut, damaged]) {
      const check = await sightline(["check", file, "satisfied.json", "--json"]);
      expect(check.code).toBe(65);
      expect(check.err).toMatch(place);
      expect(lines(check)).toMatchObject([{ file: "satisfied.json", verdict: "satisfied" }]);
      const measured = await sightline(["measure", file]);
      expect(measured.code).toBe(65);
      expect(measured.err).toMatch(place);
    }
    const piped = await shell(`cat ${cut} | $SIGHTLINE check`);
    expect(piped.code).toBe(65);
    expect(piped.err).toMatch(/^-:\d+:\d+: the compressed data end too early/);
  });

  test("in a directory are not passed over", async () => {
    const folder = join(scratch, "broken");
    mkdirSync(folder);
    pack("broken/cut.json.gz", violated, -9);
    pack("broken/whole.json.gz", satisfied);
    const run = await sightline(["check", folder]);
    expect(run.code).toBe(65);
    expect(run.err).toContain("cut.json.gz:");
  });
});

test("a small file that unpacks to much keeps within the memory limit", async () => {
  const operation = { session: 0, method: "write", args: ["x".repeat(500)] };
  const operations = Array.from({ length: 400_000 }, (_, i) => ({
    ...operation,
    args: [i + operation.args[0]],
  }));
  const large = pack("large.json.gz", JSON.stringify({ type: "register", operations }));
  for (const command of ["check", "measure"]) {
    const run = await sightline([command, large, "--memory", "160", "--json"]);
    expect(run.code).toBe(2);
    expect(lines(run)[0]).toMatchObject({ reason: "memory" });
  }
});

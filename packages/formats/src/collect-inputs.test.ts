import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectInputs, openInput } from "./collect-inputs.js";
import { readHistories } from "./read-histories.js";

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sightline-inputs-"));
  mkdirSync(join(root, "b", "deep"), { recursive: true });
  mkdirSync(join(root, "empty"));
  for (const name of ["z.json", "a.edn", "readme.md", "b/x.trc", "b/deep/y.ndjson", "b/binary.o"])
    writeFileSync(join(root, name), "{ add(1) }");
  symlinkSync(root, join(root, "b", "loop"));
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe("collectInputs", () => {
  test("finds the history files of a directory, sorted, and follows no link in circles", async () => {
    const { inputs, errors } = await collectInputs([root]);
    expect(inputs.map(({ file }) => file.slice(root.length + 1))).toEqual([
      "a.edn",
      "b/deep/y.ndjson",
      "b/x.trc",
      "z.json",
    ]);
    expect(errors).toEqual([]);
  });

  test("of a folder that Jepsen wrote takes the history alone", async () => {
    const folder = join(root, "b", "store");
    mkdirSync(folder);
    const names = ["history.edn", "history.txt", "jepsen.log", "results.edn", "test.jepsen"];
    const found = async (): Promise<string[]> =>
      (await collectInputs([folder])).inputs.map(({ file }) => file.slice(folder.length + 1));
    for (const name of names) writeFileSync(join(folder, name), "[]");
    expect(await found()).toEqual(["history.edn"]);
    rmSync(join(folder, "history.edn"));
    expect(await found()).toEqual(["history.txt", "jepsen.log", "results.edn"]);
    for (const name of names) writeFileSync(join(folder, `${name}.gz`), "[]");
    expect(await found()).toEqual(["history.edn.gz"]);
    rmSync(folder, { recursive: true });
  });

  test("takes files, standard input and the notation itself, and tells what is not there", async () => {
    const text = "map { put(1,0) => null } || { get(1) => 0 }";
    const { inputs, errors } = await collectInputs([
      join(root, "readme.md"),
      "-",
      text,
      join(root, "missing.json"),
      join(root, "empty"),
    ]);
    expect(inputs).toEqual([
      { kind: "file", file: join(root, "readme.md") },
      { kind: "stdin", file: "-" },
      { kind: "text", file: "<argument>", text },
    ]);
    expect(errors.map(({ reason }) => reason)).toEqual([
      "no such file or directory",
      expect.stringContaining("no history file in this directory"),
    ]);
  });

  test.skipIf(process.platform === "win32")(
    "tells what can be read only once, and leaves it out of directories",
    async () => {
      const pipe = join(root, "b", "deep", "pipe.json");
      execFileSync("mkfifo", [pipe]);
      symlinkSync(pipe, join(root, "b", "deep", "link.json"));
      const { inputs, errors } = await collectInputs([pipe, join(root, "b", "deep")]);
      expect(inputs).toEqual([
        { kind: "stream", file: pipe },
        { kind: "file", file: join(root, "b", "deep", "y.ndjson"), directory: join(root, "b", "deep") },
      ]);
      expect(errors).toEqual([]);
    },
  );

  test("opens what it found", async () => {
    const { inputs } = await collectInputs([
      join(root, "z.json"),
      "{ add(1); add(2) }",
      join(root, "b", "x.trc"),
    ]);
    const sizes: unknown[] = [];
    for (const input of [...inputs, { kind: "file", file: join(root, "gone") } as const])
      for await (const { history, error } of readHistories(openInput(input), { file: input.file }))
        sizes.push(history?.size ?? error?.reason);
    expect(sizes).toEqual([1, 2, 1, expect.stringContaining("cannot be read: ENOENT")]);
  });
});

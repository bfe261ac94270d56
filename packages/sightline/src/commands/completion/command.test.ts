import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { data, sightline } from "@sightline/testing/sightline/run-command.js";
import type { Command } from "commander";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../program.js";
import { algorithms, criteria } from "../shared/names.js";

const scratch = scratchFolder();

const isThere = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

const script = async (shell: string): Promise<string> => {
  const run = await sightline(["completion", shell]);
  expect(run).toMatchObject({ code: 0, err: "" });
  return run.out;
};

/** Every command with the words that lead to it. */
function commandsOf(
  command: Command,
  path: readonly string[] = [],
): (readonly [readonly string[], Command])[] {
  return [[path, command], ...command.commands.flatMap((one) => commandsOf(one, [...path, one.name()]))];
}

const all = commandsOf(createProgram(() => {}));
const flagsOf = (command: Command): string[] =>
  command.options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined));

describe.skipIf(!isThere("bash"))("in bash", () => {
  /** What bash offers for the last of the words, for each of the lines. */
  const offered = (source: string, lines: readonly (readonly string[])[]): string[][] => {
    const asked = lines.map(
      (
        words,
      ) => `COMP_WORDS=(sightline ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
_sightline; echo "\${COMPREPLY[*]}"`,
    );
    const out = execFileSync("bash", ["-u", "-c", `${source}\n${asked.join("\n")}`], {
      cwd: data,
      encoding: "utf8",
    });
    return out
      .split("\n")
      .slice(0, lines.length)
      .map((line) => line.split(" ").filter((word) => word !== ""));
  };

  test("all commands and all options of each are offered", async () => {
    const found = offered(
      await script("bash"),
      all.flatMap(([path]) => [
        [...path, ""],
        [...path, "-"],
      ]),
    );
    all.forEach(([path, command], i) => {
      const [words, options] = [found[2 * i], found[2 * i + 1]];
      expect(words, path.join(" ")).toEqual(
        expect.arrayContaining(command.commands.map((one) => one.name())),
      );
      expect(options, path.join(" ")).toEqual(expect.arrayContaining(flagsOf(command)));
    });
  });

  test("names are offered where they are asked for, else files", async () => {
    const source = await script("bash");
    const [criterion, short, type, format, algorithm, order, shells, named, help, file] = offered(source, [
      ["check", "a.json", "--criterion", ""],
      ["check", "-c", "caus"],
      ["measure", "--type", "ma"],
      ["outcomes", "--format", ""],
      ["check", "--algorithm", ""],
      ["measure", "--order", ""],
      ["completion", ""],
      ["criteria", "pe"],
      ["help", "che"],
      ["check", "satis"],
    ]);
    expect(criterion).toEqual(criteria);
    expect(short).toEqual(["causal", "causal-convergence"]);
    expect(type).toEqual(["map"]);
    expect(format).toContain("jepsen");
    expect(algorithm).toEqual(algorithms);
    expect(order).toEqual(["session", "realtime"]);
    expect(shells).toEqual(["bash", "zsh", "fish"]);
    expect(named).toEqual(["peer"]);
    expect(help).toEqual(["check"]);
    // Nothing of ours: bash goes on with files.
    expect(file).toEqual([]);
    expect(source).toContain("complete -o bashdefault -o default -F _sightline sightline");
  });
});

describe.each(["zsh", "fish"])("in %s", (shell) => {
  test("all commands, options and names are in the script", async () => {
    const text = await script(shell);
    for (const [path, command] of all) {
      for (const word of path) expect(text).toContain(word);
      for (const flag of flagsOf(command))
        expect(text).toContain(shell === "fish" ? `'${flag.replace(/^-+/, "")}'` : flag);
    }
    for (const word of [...criteria, ...algorithms, "multi-register", "jepsen", "realtime"])
      expect(text).toContain(word);
  });

  test.skipIf(!isThere(shell))(`the script has no errors (needs ${shell})`, async () => {
    const file = join(scratch, `completion.${shell}`);
    writeFileSync(file, await script(shell));
    expect(spawnSync(shell, ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});

test.skipIf(!isThere("fish"))("fish offers commands, options and names (needs fish)", async () => {
  const file = join(scratch, "offer.fish");
  writeFileSync(file, await script("fish"));
  const offered = (line: string): string[] =>
    execFileSync("fish", ["-c", `source ${file}; complete -C '${line}'`], { encoding: "utf8" })
      .split("\n")
      .map((one) => one.split("\t")[0]);
  expect(offered("sightline ")).toEqual(expect.arrayContaining(["check", "measure", "completion"]));
  expect(offered("sightline check --dead")).toContain("--deadline");
  expect(offered("sightline check --criterion caus")).toContain("causal");
});

test("another shell is wrong usage", async () => {
  const run = await sightline(["completion", "bahs"]);
  expect(run.code).toBe(64);
  expect(run.err).toContain('Did you mean "bash"?');
});

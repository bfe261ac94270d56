// @module-tag slow
/**
 * Runs what the documents tell a reader to run. In a block `console` every line after `$` is run by bash, in
 * a copy of `examples` (or of the folder that the page names: "run in `examples/…`"), and what comes out must be
 * what the page shows, but for times. A line `…` stands for any lines, `…` within a line for any text.
 *
 * A block `console measured` shows a run on real threads: it is run for a moment only, its first lines must be
 * the same, and an outcome that both saw must be judged and explained the same.
 *
 * A block `console watched` shows a command that goes on until it is ended: when it waits, an operation is added to the
 * file that it watches, and when it waits again, Ctrl-C ends it.
 *
 * A block that names a file (`json examples/…`) must be that file.
 *
 * UPDATE_DOCUMENTS=1 writes what came out into the pages.
 */
import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf, fits, masked, stepsOf } from "@sightline/testing/sightline/document-blocks.js";
import { canShare, runHosted } from "@sightline/testing/sightline/hosted-command.js";
import { briefly, explanations, headOf, judgements } from "@sightline/testing/sightline/measured-blocks.js";
import { plainWords } from "@sightline/testing/sightline/plain-words.js";
import { bin } from "@sightline/testing/sightline/run-command.js";
import { javaOptions, startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const pages = ["README.md", "examples/README.md", ...markdownIn("docs")];
const noJdk = await whyNoJdk();
startQuickJvms(); // what a page shows of real threads was measured; here it is only told again

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** What a reader's terminal says of itself. */
const TERMINAL = { NO_COLOR: "1", COLUMNS: "100" };

/** The arguments of a line that is the command and nothing else, and can share a process with others. */
function argumentsOf(line: string): readonly string[] | undefined {
  const words = plainWords(line) ?? [];
  const [command, ...args] = words[0] === "npx" ? words.slice(1) : words;
  return command === "sightline" && canShare(args) ? args : undefined;
}

/** Runs commands one after another, as a reader does; the lines that each prints. */
async function run(commands: readonly string[], folder: string, path: string): Promise<string[][]> {
  const plain = commands.map(argumentsOf);
  if (!plain.every((args) => args !== undefined)) return runInShell(commands, folder, path);
  const printed: string[][] = [];
  for (const args of plain)
    printed.push(
      linesOf((await runHosted({ args, cwd: folder, env: { ...TERMINAL, ...javaOptions() } })).all),
    );
  return printed;
}

/** Runs commands in one shell. */
async function runInShell(commands: readonly string[], folder: string, path: string): Promise<string[][]> {
  const end = "---- end of a command";
  const script = commands.map((command) => `${command}\nstatus=$?; echo "${end}"; (exit $status)`).join("\n");
  const env = { ...process.env, ...TERMINAL, PATH: `${path}${delimiter}${process.env["PATH"]}` };
  const output = await new Promise<string>((resolve) => {
    execFile("bash", ["-c", `exec 2>&1\n${script}`], { cwd: folder, env, maxBuffer: 1 << 27 }, (_, out) =>
      resolve(out),
    );
  });
  return output.split(`${end}\n`).slice(0, commands.length).map(linesOf);
}

function linesOf(output: string): string[] {
  const text = output.replace(/\n+$/, "");
  return text === "" ? [] : text.split("\n");
}

/** Runs a command that watches a file of one history; the lines that it prints until it waits a second time. */
function watch(command: string, folder: string, path: string): Promise<string[]> {
  const file = join(folder, /\S+\.json/.exec(command)?.[0] ?? "");
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env["PATH"]}`, NO_COLOR: "1" };
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", `exec 2>&1; exec ${command}`], { cwd: folder, env });
    let [out, waits] = ["", 0];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      const now = out.split("watching ").length - 1;
      if (now > waits && now === 1) addOperation(file);
      if (now > waits && now === 2) child.kill("SIGINT");
      waits = now;
    });
    child.on("close", () => resolve(out.trimEnd().split("\n")));
  });
}

/** The history in the file, with its last operation once more, later. */
function addOperation(file: string): void {
  const history = JSON.parse(readFileSync(file, "utf8")) as {
    operations: { call: number; return: number }[];
  };
  const last = history.operations[history.operations.length - 1];
  const again = { ...last, call: last.return + 1, return: last.return + 2 };
  // In one step, for it is being watched: half a file would be checked as well.
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, JSON.stringify({ ...history, operations: [...history.operations, again] }, null, 2));
  closeSync(descriptor);
}

const numberless = (line: string): string => line.replace(/\d[\d.,]*/g, "N");

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "sightline-documents-"));
  mkdirSync(join(scratch, "bin"));
  for (const [name, line] of [
    ["sightline", `exec "${process.execPath}" "${bin}" "$@"`],
    ["npx", 'exec "$@"'],
  ]) {
    writeFileSync(join(scratch, "bin", name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(scratch, "bin", name), 0o755);
  }
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

for (const page of pages) {
  const text = readFileSync(join(root, page), "utf8");
  const home = /run in `(examples\S*)`/.exec(text)?.[1] ?? ".";

  describe(page, () => {
    let folder: string;
    beforeAll(() => {
      const copy = mkdtempSync(join(scratch, "page-"));
      cpSync(join(root, "examples"), join(copy, "examples"), { recursive: true });
      // A reader has installed the libraries that the page is about.
      symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
      folder = join(copy, home);
    });

    test("every block that shows a command says which kind of run it is", () => {
      const untold = blocksOf(text, /^(?!console)/).filter(({ body }) => /^\$ (npx )?sightline/m.test(body));
      expect(untold).toEqual([]);
    });

    for (const { opening, body } of blocksOf(text, /^\w+ examples\//)) {
      const file = opening.split(" ")[1];
      test(`${file} is as the page shows it`, () =>
        expect(body).toBe(readFileSync(join(root, file), "utf8")));
    }

    const shown: [string, string][] = [];
    for (const { body } of blocksOf(text, /^console$/)) {
      const steps = stepsOf(body);
      test(steps[0].command, async () => {
        const came = await run(
          steps.map(({ command }) => command),
          folder,
          join(scratch, "bin"),
        );
        if (process.env["UPDATE_DOCUMENTS"] === "1") {
          const kept = steps.map((step, i) => (fits(step.shown, came[i]) ? step.shown : came[i]));
          shown.push([
            body,
            steps.map(({ command }, i) => [`$ ${command}`, ...kept[i]].join("\n")).join("\n") + "\n",
          ]);
          return;
        }
        for (const [i, step] of steps.entries())
          if (!fits(step.shown, came[i]))
            expect(came[i].map(masked), step.command).toEqual(step.shown.map(masked));
      });
    }

    for (const { body } of blocksOf(text, /^console watched$/)) {
      const [step] = stepsOf(body);
      test(step.command, async () => {
        const came = await watch(step.command, folder, join(scratch, "bin"));
        expect(came.map(masked)).toEqual(step.shown.map(masked));
      });
    }

    for (const { body } of blocksOf(text, /^console measured$/)) {
      const steps = stepsOf(body);
      const skip = noJdk !== undefined && /java/.test(steps[0].command);
      test.skipIf(skip)(steps[0].command, async () => {
        const came = await run(
          steps.map(({ command }) => briefly(command)),
          folder,
          join(scratch, "bin"),
        );
        for (const [i, step] of steps.entries()) {
          expect(came[i].filter((line) => line.startsWith("error:"))).toEqual([]);
          const head = headOf(step);
          expect(came[i].slice(0, head.length).map(numberless), step.command).toEqual(head.map(numberless));
          for (const told of [judgements, explanations]) {
            const now = told(came[i]);
            for (const [outcome, words] of told(step.shown))
              if (now.has(outcome)) expect(now.get(outcome), `${step.command}: ${outcome}`).toBe(words);
          }
        }
      });
    }

    afterAll(() => {
      if (shown.length === 0) return;
      let written = readFileSync(join(root, page), "utf8");
      for (const [before, after] of shown) written = written.replace(before, () => after);
      writeFileSync(join(root, page), written);
    });
  });
}

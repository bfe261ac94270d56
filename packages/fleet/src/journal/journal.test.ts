import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { levelNames } from "@sightline/core";
import { seeds } from "@sightline/testing/seeds.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { createFleet, type StartThread } from "../fleet.js";
import type { Input } from "../job.js";
import type { Measured, MeasureAnswer } from "../jobs/measure.js";
import type { Thread } from "../thread.js";
import type { Work } from "../work.js";
import { headingOf } from "./heading.js";
import { beginJournal, type Journal, JournalRefused, resumeJournal } from "./journal.js";

const folder = scratchFolder();
const path = join(folder, "journal");

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const inputs: Input[] = ["a", "b", "c"].map((name) => ({ name, source: { bytes: bytes(name) } }));
const work: Work<MeasureAnswer, string> = {
  assignment: { kind: "measure", job: {} },
  tell: ({ name, measured }, file, index) => `${file}${index} ${name} ${measured.level} ${measured.reason}`,
};
const verdicts = Object.fromEntries(levelNames.map((level) => [level, "unknown"])) as Measured["verdicts"];
const stats = { algorithm: "plain", states: 1, milliseconds: 2 };
/** Every other one is out of the ordinary. */
const answerOf = (name: string, item: number): MeasureAnswer => ({
  name: `${name}${"ü".repeat(item)}`,
  size: 7,
  measured:
    item === 1
      ? { level: "unknown", verdicts, reason: "deadline", stats }
      : { level: "none", verdicts, stats },
});
const cut = { threads: 2 };
const heading = () => headingOf(inputs, work.assignment, cut, "1");

/** A thread that gives an answer for each of three histories of every input, and notes which it was asked for. */
function scribe(asked: string[]): Thread<MeasureAnswer> {
  return {
    async run({ chunk, from }, onBatch) {
      const [{ name }] = chunk.pieces;
      for (let item = from.item; item < 3; item++) {
        asked.push(`${name}${item}`);
        onBatch({
          kind: "batch",
          items: [{ kind: "answer", piece: 0, item, answer: answerOf(name, item) }],
          next: { piece: 0, item: item + 1, question: 0 },
          bytes: item,
          weight: 1,
        });
        await Promise.resolve();
      }
      onBatch({
        kind: "batch",
        items: [{ kind: "end", piece: 0, item: 3 }],
        next: { piece: 1, item: 0, question: 0 },
        bytes: 3,
        weight: 1,
      });
      return { kind: "done" };
    },
    credit() {},
    load: { since: 0, async end() {} },
    async kill() {},
  };
}

/** Runs the batch with a journal; what is told, and what threads were asked for. */
async function run(journal: Journal): Promise<{ told: string[]; asked: string[] }> {
  const asked: string[] = [];
  const fleet = createFleet(work, { workers: 2, cut: journal.heading.cut, journal }, (() =>
    scribe(asked)) as StartThread);
  const told: string[] = [];
  for await (const events of fleet.run(inputs))
    for (const event of events) {
      told.push(typeof event === "string" ? event : `end ${event.kind}`);
      // What is told is on disk.
      if (typeof event === "string") expect(readFileSync(path, "utf8")).toContain(`"${event.split(" ")[1]}"`);
    }
  await fleet.close();
  journal.close();
  return { told, asked };
}

const begin = (): Journal => {
  rmSync(path, { force: true });
  return beginJournal(path, heading());
};

describe("a journal", () => {
  test("cut off at any byte behind its heading loses nothing that is whole, and nothing whole is done again", async () => {
    const journal = begin();
    const begun = readFileSync(path).length;
    const whole = await run(journal);
    expect(whole.asked).toHaveLength(9);
    const content = readFileSync(path);
    const ends = [...content.keys()].filter((at) => at >= begun && content[at] === 10);
    const step = Math.max(1, Math.floor((content.length - begun) / seeds(20)));
    const cuts = new Set(ends.flatMap((at) => [at, at + 1]));
    for (let at = begun; at < content.length; at += step) cuts.add(at);
    for (const at of cuts) {
      const kept = content.subarray(0, at);
      writeFileSync(path, kept);
      const resumed = await run(resumeJournal(path, heading));
      expect(resumed.told, `cut at ${at}`).toEqual(whole.told);
      const finished = kept.toString("latin1").split("\n").slice(0, -1);
      const answers = finished.filter((line) => line.includes('"plain"')).length;
      expect(resumed.asked, `cut at ${at}`).toHaveLength(9 - answers);
    }
  }, 600_000);

  test("with a damaged line does again what that told, and says so", async () => {
    const whole = await run(begin());
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"plain"'));
    writeFileSync(path, lines.with(at, lines[at].replace("plain", "plane")).join("\n"));
    const journal = resumeJournal(path, heading);
    expect(journal.damaged).toBe(1);
    expect((await run(journal)).told).toEqual(whole.told);
  });

  test("that two have written to tells nothing twice", async () => {
    const whole = await run(begin());
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    appendFileSync(path, `${lines.slice(4).join("\n")}\n`);
    const again = await run(resumeJournal(path, heading));
    expect(again).toEqual({ told: whole.told, asked: [] });
  });

  test("is not begun where there is one, and none is gone on with that is of another batch, or is none", () => {
    begin().close();
    expect(() => beginJournal(path, heading())).toThrow(/there is a journal already/);
    const other =
      (...given: Parameters<typeof headingOf>) =>
      () =>
        resumeJournal(path, () => headingOf(...given)).close();
    const { assignment } = work;
    const timed = { kind: "measure", job: { deadline: 7 } } as const;
    expect(other(inputs, timed, cut, "1")).toThrow(/deadline was not given then, and is 7 now/);
    expect(other(inputs, assignment, cut, "2")).toThrow(/by version 1, and this is 2/);
    expect(other(inputs.slice(1), assignment, cut, "1")).toThrow(/input 1 was a then, and is b now/);
    expect(other(inputs.slice(0, 2), assignment, cut, "1")).toThrow(/input 3 was c then, and is not there/);
    const changed = inputs.with(1, { name: "b", source: { bytes: bytes("B") } });
    expect(other(changed, assignment, cut, "1")).toThrow(/b has changed since/);
    // More memory, or another thread, changes nothing of what is found.
    const means = { kind: "measure", job: { memory: 1, searchers: 3 } } as const;
    expect(other(inputs, means, cut, "1")).not.toThrow();
    writeFileSync(path, "hello\n");
    expect(() => resumeJournal(path, heading)).toThrow(JournalRefused);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Run, sightline, spawnSightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { expect, test } from "vitest";

const scratch = scratchFolder();
const page = join(scratch, "page.html");
writeFileSync(join(scratch, "malformed.json"), "{");

const timeless = ({ code, out, err }: Run): Run => {
  const bare = (text: string): string =>
    text.replace(/\d[\d.,]* (?:µs|ms|s)\b/g, "TIME").replace(/"(milliseconds|states)":[\d.]+/g, "");
  return { code, out: bare(out), err: bare(err) };
};

// Most tests of the command share a process, one after another: that must not show.
test.each([
  [["check", "satisfied.json"]],
  [["check", "violated.json", "--html", page]],
  [["check", "mixed", "violated.json", "nowhere.json", "--json"]],
  [["check", "exploding.json", "--algorithm", "wing-gong", "--deadline", "0.1"]],
  [["check", "violated.json", "--jsno"]],
  [["measure", "mixed"]],
  [["check", join(scratch, "malformed.json")]],
  [["check", "--help"]],
])("%j: in a process that is shared as in one of its own", async (args) => {
  const alone = timeless(await spawnSightline(args));
  expect(timeless(await sightline(args))).toEqual(alone);
  expect(timeless(await sightline(args))).toEqual(alone);
});

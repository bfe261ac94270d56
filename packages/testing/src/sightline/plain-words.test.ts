import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { plainWords } from "./plain-words.js";

test.each([
  "sightline check a.json --levels put=weak,*=complete".replace(",*=complete", ""),
  `sightline test js:queue.ts#Queue --mode async \\\n    --program "{ put(0,1); get(0) } || { get(0) }"`,
  `a "b c"d 'e "f"' "g \\"h\\" \\\\ i" j=k"l"`,
  "  a   b ",
])("%j: the words that a shell would hand on", (line) => {
  const script = `printf '%s\\0' ${line}`;
  const out = execFileSync("bash", ["-c", script], { encoding: "utf8" });
  expect(plainWords(line)).toEqual(out.split("\0").slice(0, -1));
});

test.each([
  "a | b",
  "a > b",
  "a; b",
  "a $HOME",
  'a "$HOME"',
  "a *.json",
  "a &",
  "a `b`",
  "a # b",
  "a {b,c}",
  "a ~",
])("%j is for a shell", (line) => expect(plainWords(line)).toBeUndefined());

import { type Program, printObjectProgram } from "@sightline/lab";
import type { TestFlags } from "./options.js";

/** The options that a replay takes over as they were given. */
const KEPT = [
  "spec",
  "classpath",
  "args",
  "mode",
  "engine",
  "type",
  "criterion",
  "levels",
  "seconds",
] as const;

/** The command line that runs one program again, as it was run, for a shell. */
export function replayCommand(target: string, program: Program, seed: number, flags: TestFlags): string {
  const kept = KEPT.flatMap((option) => {
    const value = flags[option];
    return value === undefined ? [] : [`--${option}`, value];
  });
  if (flags.jcstressJar !== undefined) kept.push("--jcstress-jar", flags.jcstressJar);
  if (flags.splitBulk === true) kept.push("--split-bulk");
  const words = [
    "sightline",
    "test",
    target,
    "--program",
    printObjectProgram(program),
    ...kept,
    "--seed",
    String(seed),
  ];
  return words.map(quoted).join(" ");
}

/** A word as a shell takes it whole. */
function quoted(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

import { typeNames } from "@sightline/core";
import { formatNames } from "@sightline/formats";
import { litmusTests } from "@sightline/lab";
import type { Command } from "commander";
import { createOutput } from "../../output/output.js";
import { algorithms, criteria, memoryModels } from "../shared/names.js";
import { oneOf } from "../shared/one-of.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import { modelOf, type Vocabulary } from "./model.js";
import { zshScript } from "./zsh.js";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

const vocabulary: Vocabulary = new Map<string, readonly string[]>([
  ["--criterion", criteria],
  ["--algorithm", algorithms],
  ["--type", typeNames],
  ["--format", formatNames],
  ["--check", memoryModels],
  ["criteria NAME", criteria],
  ["types NAME", typeNames],
  ["litmus NAME", litmusTests.map(({ name }) => name)],
]);

/** `sightline completion`: the exit status. */
export async function runCompletion(shell: string, program: Command): Promise<number> {
  const known = await oneOf(shell, ["bash", "zsh", "fish"] as const, "shell");
  await createOutput().write(scripts[known](modelOf(program, vocabulary)), "");
  return 0;
}

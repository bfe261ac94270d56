import type { Value } from "@sightline/core";
import { openJavaTarget } from "../java/java-target.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Target } from "../object/target.js";
import { guardTarget } from "./guard.js";
import { parseTargetName, TargetNameError } from "./target-name.js";

/** How to open a target. */
export interface OpenTargetOptions {
  /** What is known of the class: which methods and constructor are meant, by their parameter types. */
  readonly spec?: ObjectSpec;
  /** Java: where the class is, as `java -cp` takes it. */
  readonly classpath?: string;
  /** The arguments of the constructor. */
  readonly constructorArgs?: readonly Value[];
  /** JavaScript: worker threads over shared memory, or async methods interleaved by a scheduler. */
  readonly mode?: "threads" | "async";
}

/** Opens the implementation of that name (see `parseTargetName`). Rejects with words that say what to do. */
export async function openTarget(name: string, options: OpenTargetOptions = {}): Promise<Target> {
  const parsed = parseTargetName(name);
  const { mode: _mode, ...others } = options;
  if (parsed.kind === "java")
    return guardTarget(await openJavaTarget({ className: parsed.className, ...others }));
  throw new TargetNameError(`${name} cannot be opened`);
}

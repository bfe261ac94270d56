import { readFile } from "node:fs/promises";
import type { Value } from "@sightline/core";
import {
  findShippedSpec,
  type ObjectSpec,
  type OpenTargetOptions,
  openTarget,
  parseTargetName,
  readSpec,
  SpecError,
  type Target,
  TargetNameError,
} from "@sightline/lab";
import { codeOf } from "../../errors/code-of.js";
import { UsageError } from "../../errors/usage-error.js";
import { filesNamed, type Source } from "../../inputs/protect-inputs.js";
import { moduleLoader } from "../../loaders/loaders.js";
import { oneOf } from "./one-of.js";
import { InvalidSpec } from "./target-fault.js";

/** The options that say how to open a target, as the command line gives them. */
export interface TargetFlags {
  readonly spec?: string;
  readonly classpath?: string;
  readonly args?: string;
  readonly mode?: string;
  readonly engine?: string;
  readonly jcstressJar?: string;
}

/** Opens a target by name; tests give another. */
export type OpenTarget = (name: string, options: OpenTargetOptions) => Promise<Target>;

/** A target that is open, and what is known of its class. */
export interface OpenedTarget {
  readonly target: Target;
  readonly spec: ObjectSpec;
  /** What reflection tells, where the specification comes from somewhere else. */
  readonly described?: ObjectSpec;
}

/**
 * Opens the target of this name. Its specification is the one of `--spec`, or the one that ships with
 * Sightline, or what reflection tells. Throws a `UsageError` or an `InvalidSpec`.
 */
export async function openNamedTarget(
  name: string,
  flags: TargetFlags,
  open: OpenTarget = openTarget,
): Promise<OpenedTarget> {
  const options = await openOptionsOf(name, flags);
  const given = flags.spec === undefined ? await shippedSpecOf(name) : await specIn(flags.spec);
  const target = await openOrUsageError(
    name,
    { ...options, ...(given !== undefined && { spec: given }) },
    open,
  );
  try {
    const described = await target.describe();
    return given === undefined ? { target, spec: described } : { target, spec: given, described };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** The files that a target is read from: nothing may be written over them. */
export function filesOf(name: string, { spec }: Pick<TargetFlags, "spec"> = {}): readonly Source[] {
  return filesNamed(/^js:([^#]+)/.exec(name)?.[1], spec);
}

/** Opens the target as it is, without any specification. Throws a `UsageError`. */
export async function openBareTarget(
  name: string,
  flags: TargetFlags,
  open: OpenTarget = openTarget,
): Promise<Target> {
  return openOrUsageError(name, await openOptionsOf(name, flags), open);
}

async function openOrUsageError(name: string, options: OpenTargetOptions, open: OpenTarget): Promise<Target> {
  try {
    return await open(name, options);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw new UsageError(codeOf(error) ?? "SL3002", error.message);
  }
}

async function openOptionsOf(name: string, flags: TargetFlags): Promise<OpenTargetOptions> {
  const parsed = targetNamed(name);
  const { kind } = parsed;
  if (flags.classpath !== undefined && kind !== "java")
    throw new UsageError("SL4006", "--classpath is for targets java:…: leave it out");
  if (flags.engine !== undefined && kind !== "java")
    throw new UsageError("SL4006", "--engine is for targets java:…: leave it out");
  if (flags.jcstressJar !== undefined && flags.engine !== "jcstress")
    throw new UsageError("SL4006", "--jcstress-jar is for --engine jcstress: give both or neither");
  if (flags.mode !== undefined && kind !== "js")
    throw new UsageError("SL4006", "--mode is for targets js:…: leave it out");
  return {
    ...(flags.classpath !== undefined && { classpath: flags.classpath }),
    ...(flags.args !== undefined && { constructorArgs: argumentsIn(flags.args) }),
    ...(flags.engine !== undefined && {
      engine: await oneOf(flags.engine, ["harness", "jcstress"] as const, "value of --engine"),
    }),
    ...(flags.jcstressJar !== undefined && { jcstressJar: flags.jcstressJar }),
    // Node runs JavaScript by itself.
    ...(parsed.kind === "js" &&
      /\.[cm]?ts$/.test(parsed.file) && {
        loader: moduleLoader,
      }),
    ...(flags.mode !== undefined && {
      mode: await oneOf(flags.mode, ["threads", "async"] as const, "value of --mode"),
    }),
  };
}

function targetNamed(name: string): ReturnType<typeof parseTargetName> {
  try {
    return parseTargetName(name);
  } catch (error) {
    if (!(error instanceof TargetNameError)) throw error;
    throw new UsageError(error.code, error.message);
  }
}

/** Arguments of the constructor: a JSON array. */
function argumentsIn(text: string): readonly Value[] {
  try {
    const value = JSON.parse(text) as Value;
    if (Array.isArray(value)) return value as readonly Value[];
  } catch {
    // The words below say what is wrong.
  }
  throw new UsageError(
    "SL4008",
    `--args takes a JSON array of the constructor's arguments, such as [20]: ${text} is not`,
  );
}

async function shippedSpecOf(name: string): Promise<ObjectSpec | undefined> {
  const parsed = targetNamed(name);
  return parsed.kind === "java" ? findShippedSpec(parsed.className) : undefined;
}

async function specIn(file: string): Promise<ObjectSpec> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new InvalidSpec("SL2091", `${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return readSpec(text);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new InvalidSpec(error.code, `${file}: ${error.message}`);
  }
}

import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { loadCluster } from "@sightline/fleet";
import { parseTargetName } from "@sightline/lab";
import { UsageError } from "../../../errors/usage-error.js";
import { type BatchFlags, batchFlagNames } from "../batch-flags.js";
import type { OpenedTarget, TargetFlags } from "../target-options.js";
import { batchTarget } from "./batch-target.js";
import { markOf } from "./stress-task.js";
import { type TaskMeans, taskMeansOf } from "./task-means.js";

/** An object whose programs are a large batch. */
export interface ObjectBatch {
  readonly opened: OpenedTarget;
  readonly means: TaskMeans;
}

/** The object with its programs kept or run by others, as the options say. Throws a `UsageError`. */
export async function openObjectBatch(
  command: string,
  name: string,
  flags: TargetFlags & BatchFlags & { readonly seed?: string },
  opened: OpenedTarget,
): Promise<ObjectBatch | undefined> {
  if (!batchFlagNames.some((flag) => flags[flag] !== undefined)) return undefined;
  if (flags.chunk !== undefined)
    throw new UsageError("SL4006", "--chunk is for stores: of an object a program is given out at a time");
  if (flags.cluster !== undefined && flags.engine === "jcstress")
    throw new UsageError(
      "SL4006",
      "--engine jcstress is not for --cluster: workers run programs by the harness",
    );
  const { target, spec, described = spec } = opened;
  const { seed, classpath, args, mode, engine } = flags;
  const mark = markOf(described);
  const means = await taskMeansOf(
    flags,
    {
      about: { command, target: name, classpath, args, mode, engine, seed, spec: markOf(spec), class: mark },
      modules: filesOfClass(name, classpath),
      queue: "stress",
    },
    () => Promise.reject(new Error("programs are run by the target")),
  );
  try {
    const question = {
      target: name,
      options: {
        ...(described !== spec && { spec }),
        ...(args !== undefined && { constructorArgs: JSON.parse(args) as [] }),
        ...(mode !== undefined && { mode: mode as "threads" }),
      },
      mark,
      ...(means.isRemote && name.startsWith("js:") && { module: await moduleOfTarget(name) }),
    };
    return { opened: { ...opened, target: batchTarget(target, means, question) }, means };
  } catch (error) {
    await means.close();
    throw error;
  }
}

async function moduleOfTarget(name: string) {
  const { moduleOf } = await loadCluster();
  const parsed = parseTargetName(name);
  return parsed.kind === "js" ? moduleOf(parsed.file) : undefined;
}

/** The files by which a class is known again: its module, or what the class path has of it. */
function filesOfClass(name: string, classpath = ""): readonly string[] {
  const parsed = parseTargetName(name);
  if (parsed.kind === "js") return [parsed.file];
  const inFolder = `${parsed.className.replaceAll(".", "/")}.class`;
  return classpath
    .split(delimiter)
    .filter((entry) => entry !== "" && existsSync(entry))
    .map((entry) => (statSync(entry).isDirectory() ? join(entry, inFolder) : entry))
    .filter((file) => existsSync(file));
}

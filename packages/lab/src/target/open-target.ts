import type { Value } from "@sightline/core";
import { openJavaTarget } from "../java/java-target.js";
import { openAsyncTarget } from "../javascript/async-target.js";
import { openThreadsTarget } from "../javascript/threads-target.js";
import { openJcstressTarget } from "../jcstress/jcstress-target.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Target } from "../object/target.js";
import { guardTarget } from "./guard.js";
import { parseTargetName } from "./target-name.js";

/** Options of `openTarget`. */
export interface OpenTargetOptions {
  /** What is known of the class: which methods and constructor are meant, by their parameter types. */
  readonly spec?: ObjectSpec;
  /** Java: where the class is, as `java -cp` takes it. */
  readonly classpath?: string;
  /** Java: who runs the programs, our own harness (the default) or OpenJDK's JCStress. */
  readonly engine?: "harness" | "jcstress";
  /** JCStress, if it is not to be fetched. */
  readonly jcstressJar?: string;
  /** The arguments of the constructor. */
  readonly constructorArgs?: readonly Value[];
  /** JavaScript: worker threads over shared memory (the default), or async methods, interleaved by a scheduler. */
  readonly mode?: "threads" | "async";
  /** JavaScript: the URL of a module that exports `loadModule(path)`, for modules in TypeScript. */
  readonly loader?: string;
}

/** Opens the implementation of that name (see `parseTargetName`). Rejects with words that say what to do. */
export async function openTarget(name: string, options: OpenTargetOptions = {}): Promise<Target> {
  const parsed = parseTargetName(name);
  const { spec, constructorArgs, classpath, engine, jcstressJar, mode, loader } = options;
  const common = {
    ...(spec !== undefined && { spec }),
    ...(constructorArgs !== undefined && { constructorArgs }),
  };
  if (parsed.kind === "java") {
    const java = {
      className: parsed.className,
      ...common,
      ...(classpath !== undefined && { classpath }),
    };
    return guardTarget(
      await (engine === "jcstress"
        ? openJcstressTarget({ ...java, ...(jcstressJar !== undefined && { jcstressJar }) })
        : openJavaTarget(java)),
    );
  }
  const open = mode === "async" ? openAsyncTarget : openThreadsTarget;
  const { file, className } = parsed;
  return guardTarget(await open({ file, className, ...common, ...(loader !== undefined && { loader }) }));
}

import { openTarget, type Target } from "@sightline/lab";
import { moduleLoader } from "../../../loaders/loaders.js";
import { markOf, type StressTask, stressProgram } from "./stress-task.js";

/** Objects that are opened as tasks need them, one at a time. */
export interface ObjectOpenings {
  run(task: StressTask): Promise<unknown>;
  close(): Promise<void>;
}

/** No object is open yet; Java classes are looked for in the class path. */
export function createObjectOpenings(classpath: string | undefined): ObjectOpenings {
  let current: { readonly target: Target; readonly question: string } | undefined;
  const close = async (): Promise<void> => {
    const { target } = current ?? {};
    current = undefined;
    await target?.close();
  };
  const opened = async ({ target: name, options, mark }: StressTask["data"]): Promise<Target> => {
    const question = JSON.stringify([name, options]);
    if (current?.question !== question) {
      await close();
      const target = await openTarget(name, {
        ...options,
        ...(name.startsWith("java:") && classpath !== undefined && { classpath }),
        ...(/^js:.*\.[cm]?ts(#|$)/.test(name) && { loader: moduleLoader }),
      });
      current = { target, question };
    }
    if (markOf(await current.target.describe()) !== mark)
      throw new Error(`${name} is another class here: all need the same runtime and class path`);
    return current.target;
  };
  return { run: async ({ data }) => stressProgram(await opened(data), data), close };
}

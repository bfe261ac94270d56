import { randomUUID } from "node:crypto";
import { openNamedStore } from "../store-options.js";
import {
  type Opening,
  type RunsTools,
  runStoreTask,
  type StoreQuestion,
  type StoreTask,
} from "./store-tasks.js";

/** Stores that are opened as tasks need them, one at a time. */
export interface StoreOpenings {
  run(task: StoreTask, tools?: RunsTools): Promise<unknown>;
  close(): Promise<void>;
}

/** No store is open yet. What tasks ask one after another is mostly asked of the same: it stays open. */
export function createStoreOpenings(): StoreOpenings {
  let current: (Opening & { readonly question: string }) | undefined;
  const close = async (): Promise<void> => {
    const { store } = current ?? {};
    current = undefined;
    await store?.close();
  };
  const opened = async ({ target, options }: StoreQuestion): Promise<Opening> => {
    const question = JSON.stringify([target, options]);
    if (current?.question === question) return current;
    await close();
    current = { store: await openNamedStore(target, options), name: randomUUID(), question };
    return current;
  };
  return {
    run: async (task, tools) => runStoreTask(task, await opened(task.data), tools),
    close,
  };
}

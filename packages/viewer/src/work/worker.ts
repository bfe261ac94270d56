import type { SentTask, Reply, TaskName, Tasks } from "./messages.js";
import { catalogueTask, checkTask, partialsTask, printTask, readTask, statesTask } from "./tasks.js";

/** How often a task that takes long says that it goes on. */
const BEAT = 100;

const tasks: {
  readonly [Name in TaskName]: (
    asked: Tasks[Name]["asked"],
    alive: () => void,
  ) => Tasks[Name]["answer"] | Promise<Tasks[Name]["answer"]>;
} = {
  catalogue: catalogueTask,
  read: readTask,
  check: checkTask,
  print: printTask,
  partials: partialsTask,
  states: statesTask,
};

const reply = (message: Reply): void => self.postMessage(message);

async function work({ id, name, asked }: SentTask): Promise<void> {
  const begun = performance.now();
  let told = begun;
  const alive = (): void => {
    const now = performance.now();
    if (now - told < BEAT) return;
    told = now;
    reply({ id, milliseconds: now - begun });
  };
  try {
    reply({ id, answer: await tasks[name](asked as never, alive) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

self.addEventListener("message", ({ data }: MessageEvent<SentTask>) => void work(data));

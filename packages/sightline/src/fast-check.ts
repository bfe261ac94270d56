/** Property-based tests with fast-check: programs in parallel lanes, against a model. */
export { concurrently, type ConcurrentOptions } from "./fast-check/concurrently.js";
export {
  type CommandOptions,
  type CommandProgram,
  concurrentCommands,
} from "./fast-check/concurrent-commands.js";
export { histories, type HistoryOptions } from "./fast-check/histories.js";
export { type InvocationOptions, invocations } from "./fast-check/invocations.js";
export { type Program, type ProgramOptions, programs, programsOf } from "./fast-check/programs.js";
export type { LaneOptions } from "./fast-check/lanes-of.js";
export { runLanes, type RunOptions } from "./fast-check/run-lanes.js";

export { collectInputs, historyExtensions, type Input, openInput } from "./collect-inputs.js";
export { InputError } from "./input-error.js";
export type { Item } from "./item.js";
export { type Observation, printObservation } from "./litmus/observation.js";
export { formatNamed, readHistories, type ReadOptions } from "./read-histories.js";
export { formatNames, type FormatName } from "./sniff.js";
export { writeThreads } from "./threads/write.js";
export { writeHistory } from "./write-history.js";

import type { Declare } from "../shared/declare.js";
import { declareRecordMemory } from "./memory/declare.js";
import { declareRecordObject } from "./object/declare.js";

/** Adds `record`: for objects, and with a command of its own for each other target. */
export const declareRecord: Declare = (program, onStatus) => {
  const record = program
    .command("record")
    .description("run a workload on an implementation or a store and write the histories")
    .usage("TARGET [options]")
    .enablePositionalOptions() // the options of `record memory` are its own
    .helpCommand(false)
    .commandsGroup("Other targets:");
  declareRecordObject(record, onStatus);
  declareRecordMemory(record, onStatus);
};

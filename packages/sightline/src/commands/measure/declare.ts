import type { Command } from "commander";
import type { Declare } from "../shared/declare.js";
import {
  declareBatch,
  declareIndependent,
  declareLimits,
  declareReading,
} from "../shared/declare-options.js";
import { inputsArgument, orStandardInput } from "../shared/inputs-argument.js";
import { declareStoreOptions, refuseOptions, storeFlagNames } from "../shared/store-options.js";
import { namesStore, refuseSlip } from "../shared/store-target.js";
import type { MeasureStoreFlags } from "./store/run.js";

/** Adds `measure`. */
export const declareMeasure: Declare = (program, onStatus) => {
  const measure = program
    .command("measure")
    .description("the strongest level of each history, and the table of violations per level")
    .argument("[FILE...]", `${inputsArgument}; or a store, such as yjs:map (see Stores below)`)
    .optionsGroup("What to measure:");
  declareReading(measure, "history");
  declareIndependent(measure);
  measure
    .option("--order <session|realtime>", "whether happens-before has real time in it (default: session)")
    .option("--until-stable [N]", "stop when three rounds of N histories come to the same (default: 100000)")
    .option("--no-verify", "do not re-check each witness from the definition")
    .option("--seed <N>", "stores: chooses operations and deliveries (default: 1); of no effect on files");
  declareStoreOptions(measure);
  measure
    .option("--values <N|unique>", "written values are 0 to N-1, or all different (default: unique)")
    .option(
      "--against <OPTIONS>",
      'compare with a second configuration, such as "--delivery any" or "loro:map"',
    )
    .option("--run <N>", "only the run with this number, step by step")
    .option("--no-shrink", "do not make failures short");
  declareLimits(measure, "the worker threads (default: one per core)");
  declareBatch(
    measure,
    "about how large a part of a file is done at a time (default: 512); of a store, how many histories (25)",
  );
  measure
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per history, and a last one with the summary, on standard output")
    .option(
      "--html <FILE>",
      "write a page for people too: the tables, with each share and its interval as a bar",
    )
    .option("-q, --quiet", "print the table (or with --json the lines) and errors, but no line per history")
    .addHelpText("after", measureHelp)
    .action(async (files: string[], flags: MeasureStoreFlags, command: Command) => {
      if (files.some(namesStore) || files.some((file) => file.startsWith("js:"))) {
        if (files.length > 1) measure.error("error: a store is measured by itself: give one argument");
        const { runMeasureStore } = await import("./store/run.js");
        onStatus(await runMeasureStore(files[0], flags));
        return;
      }
      for (const file of files) await refuseSlip(file);
      refuseOptions(flags, [...storeFlagNames, "values", "run", "against"], "for stores");
      const { runMeasure } = await import("./run.js");
      onStatus(await runMeasure(orStandardInput(files, "FILE", command), flags));
    });
};

const measureHelp = `
Examples:
  sightline measure traces/
  sightline measure traces.ndjson --type set --json > levels.ndjson
  record-histories | sightline measure --until-stable 10000
  sightline measure /shared/logs/ --journal batch.journal --resume
  sightline measure /shared/logs/ --cluster redis://10.0.0.1 --journal batch.journal
  sightline measure yjs:register --delivery any
  sightline measure automerge:map --delivery batches --keys 2 --histories 1000
  sightline measure redis:register --consistency wait --delay 2-8 --html levels.html
  sightline measure yjs:map --histories 1000000 --cluster redis://10.0.0.1 --journal yjs.journal --resume

The levels, strongest first: complete, causal, peer, monotonic, basic, weak.

Stores: yjs, automerge, loro, tinybase, pouchdb and json-joy, followed by : and a type (register, map, set,
counter, list), are loaded from your project; redis, etcd, nats, postgres, zookeeper, galera and hazelcast are started
on this machine, with proxies between their nodes, or given with --address; crdt-redis (set, rpq) only so;
js:./my-store.ts is a store of your own. See docs/stores.md.

Exit status: 0 every history measured, 1 replicas of a store differ in the end or show something wrong, 2 some level is unknown or the result is not stable
(--on-unknown changes that), 64 wrong usage, 65 some input is not a valid history (the others are
measured all the same), 70 a bug in Sightline, 74 output that cannot be written, 130 interrupted
(the table so far is printed).
`;

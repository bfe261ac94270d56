import type { Command } from "commander";
import { UsageError } from "../../../errors/usage-error.js";
import type { OnStatus } from "../../shared/declare.js";
import {
  declareSpecifiedTarget,
  declareTaskBatch,
  declareWorkload,
  targetArgument,
} from "../../shared/declare-options.js";
import { declareStoreOptions, refuseOptions, storeFlagNames } from "../../shared/store-options.js";
import { namesStore, refuseSlip } from "../../shared/store-target.js";
import type { RecordStoreFlags } from "../store/run.js";
import type { RecordObjectFlags } from "./options.js";

/** Makes `record` itself a command: for objects. */
export function declareRecordObject(record: Command, onStatus: OnStatus): void {
  record.argument("[TARGET]", `${targetArgument}, or one of the others below`);
  declareSpecifiedTarget(record);
  declareWorkload(record, "each calls one of these (default: those of its type, or all)");
  declareStoreOptions(record);
  record.option(
    "--no-final-reads",
    "do not end each history with reads of everything at every replica, when all is delivered (for check -c convergence)",
  );
  record
    .optionsGroup("How much:")
    .option("--seconds <N>", "the time for each program (default: 1; with --program 10)")
    .option("--duration <SECONDS>", "the most time");
  declareTaskBatch(record);
  record
    .option("--chunk <N>", "stores: how many histories are done at a time (default: 25)")
    .optionsGroup("Output:")
    .option(
      "--hb <counters|clocks|none>",
      "how happens-before is observed: by a counter per thread, or by the clock (default: counters if possible)",
    )
    .option("--type <NAME>", "the type that the histories name (default: that of the specification, if any)")
    .option("-o, --output <FILE>", "where the histories go: a file, or - for standard output (default: -)")
    .option("-q, --quiet", "print the histories and errors only")
    .addHelpText("after", recordHelp)
    .action(async (target: string | undefined, flags: RecordObjectFlags & RecordStoreFlags) => {
      if (target === undefined) record.help({ error: true });
      await refuseSlip(target);
      if (namesStore(target) || (await isStoreModule(target))) {
        refuseOptions(flags, forObjects, "for objects");
        const { runRecordStore } = await import("../store/run.js");
        onStatus(await runRecordStore(target, flags));
        return;
      }
      refuseOptions(flags, storeFlagNames, "for stores");
      if (!target.includes(":")) throw new UsageError("SL3003", await noSuchTarget(target));
      const { runRecordObject } = await import("./run.js");
      onStatus(await runRecordObject(target, flags));
    });
}

/** What has no meaning for a store. */
const forObjects =
  "spec classpath args mode program methods programs threads invocations synchronised seconds duration hb type".split(
    " ",
  );

/** Whether the target is a module that exports a store, not a class. */
async function isStoreModule(target: string): Promise<boolean> {
  if (!target.startsWith("js:") || target.includes("#")) return false;
  const { exportsStore } = await import("../store/exports-store.js");
  return exportsStore(target.slice("js:".length));
}

/** For a target that is no object's name. */
async function noSuchTarget(target: string): Promise<string> {
  const { nearest } = await import("@sightline/core");
  const examples = "such as java:java.util.concurrent.ConcurrentHashMap, js:./queue.ts#Queue or memory";
  const meant = nearest(target, ["memory"]);
  return `"${target}" names no target, ${examples}${meant === undefined ? "" : `. Did you mean ${meant}?`}`;
}

const recordHelp = `
Examples:
  sightline record java:java.util.concurrent.ConcurrentHashMap --programs 20 --output histories.ndjson
  sightline record java:java.util.concurrent.ConcurrentHashMap --hb clocks \\
    --program "{ put(1,0); containsValue(0) } || { put(0,0); put(1,1) }"
  sightline record memory --output histories.ndjson
  sightline record memory --help
  sightline record yjs:map --delivery any --histories 100 --output histories.ndjson
  sightline record redis:register --histories 100000 --journal redis.journal --resume --output histories.ndjson

Each distinct observation of a program is one history, called "program 0, seen 12 of 90000 times".
Where its class is known to be one of the built-in types, it names the type, so that check can read it;
random programs then call only the methods that the type has, unless --methods asks for others.
Ctrl-C ends the recording; what was recorded until then is written.

Exit status: 0 recorded, 1 some program hung, crashed or could not be run, 64 wrong usage,
65 a specification that is not valid, 70 a bug in Sightline, 130 interrupted.
`;

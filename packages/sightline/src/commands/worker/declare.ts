import type { Declare } from "../shared/declare.js";
import { another } from "../shared/lists.js";
import type { WorkerFlags } from "./run.js";

/** Adds `worker`. */
export const declareWorker: Declare = (program, onStatus) => {
  program
    .command("worker")
    .description("work for the batches of a cluster, until Ctrl-C")
    .argument("<URL>", "its Redis: redis://[USER:PASSWORD@]HOST[:PORT][/DB], rediss: with TLS")
    .option("--prefix <NAME>", "how the cluster's keys in Redis begin (default: sightline)")
    .option("--workers <N>", "the worker threads (default: one per core)")
    .option("--memory <MB>", "the most memory for the whole process (default: 80% of what is free)")
    .option(
      "--allow-type <FILE>",
      "a module of a type that jobs may ask for by its name; give it again for more",
      another,
    )
    .option(
      "--allow-target <FILE|CLASS>",
      "a module of a store or an object, or java:package.Class, that jobs may ask for by its name; give it again for more",
      another,
    )
    .option("--classpath <PATH>", "java: where the classes of --allow-target are: jars and folders")
    .option("--log <FILE>", "add a line of JSON for each chunk that is begun, and one when it is done")
    .option("-q, --quiet", "print errors only")
    .addHelpText("after", workerHelp)
    .action(async (address: string, flags: WorkerFlags) => {
      const { runWorker } = await import("./run.js");
      onStatus(await runWorker(address, flags));
    });
};

const workerHelp = `
Examples:
  sightline worker redis://10.0.0.1
  sightline worker rediss://checker:secret@redis.example.com:6380 --workers 8
  sightline worker redis://10.0.0.1 --allow-type ./types/my-queue.ts --log worker.ndjson
  sightline worker redis://10.0.0.1 --allow-target ./queue.ts --allow-target java:com.example.Cache --classpath cache.jar
  sightline measure /shared/histories/ --cluster redis://10.0.0.1 --journal batch.journal
  sightline measure yjs:map --histories 1000000 --cluster redis://10.0.0.1 --journal yjs.journal

Any number of workers may come and go: what one leaves unfinished is done by another within seconds.
They read the files that a batch names under the same paths, or get what --send sends along. A worker
loads no code but its own, the stores and clients of its working directory, the collections of
java.util.concurrent that Sightline has specifications of, and what --allow-type and --allow-target name.
With no chunk to do, it takes part in the search of one hard history (sightline check HISTORY --cluster
URL). The first Ctrl-C ends it once the chunks
under way are done, the second at once.

Exit status: 0 ended as asked, 64 wrong usage, or Redis cannot be reached.
`;

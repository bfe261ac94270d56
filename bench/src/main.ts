import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { benchBatches } from "./batches.js";
import { copyOutput } from "./copy-output.js";
import { benchDerive } from "./derive.js";
import { benchEvidence } from "./evidence.js";
import { benchFleet } from "./fleet.js";
import { benchFollow } from "./follow.js";
import { benchLinearizability } from "./linearizability.js";
import { benchLoad } from "./load.js";
import { benchMemoryModels } from "./memory-models.js";
import { benchRecorded } from "./recorded.js";
import { benchRecorder } from "./recorder.js";
import { benchServe } from "./serve.js";
import { benchStartup } from "./startup.js";
import { benchStores } from "./stores.js";
import { benchLongRuns } from "./stores/long-runs.js";
import { benchTransactions } from "./transactions.js";
import { benchViewer } from "./viewer.js";
import { benchViolat } from "./violat.js";
import { benchVisibility } from "./visibility.js";
import { benchWeak } from "./weak.js";

const help = `npm run bench -- NAME [options]

  linearizability   our engines, Porcupine and the C++ baseline on sets, logs, queues and stacks
  visibility        our search, CAV'18's and ViSearch's on small histories
  weak              levels of long histories: how many of 30 to 10,000 operations are decided in time
  batches           check and measure on files of 100,000 and 300,000 small histories; one worker and two
  fleet             batches over threads and over a cluster: speed, cost, memory, kill -9 of everything, 1,000 workers simulated
  memory            shared memory: SC and TSO, ours and CAV'19's four; a million operations; hard instances
  evidence          violations: whether all that is said of them holds, how many have a proof, wrong proofs accepted
  load              loading a history of 1,000,000 operations
  stores            ViSearch's Table 1: its published traces, and stores of today beside them
  long-runs         1,000 and 10,000 operations of stores and libraries, recorded and measured, with what replicas had and without
  transactions      serializability of 100,000 transactions, beside JSON.parse of the same history
  startup           small commands beside a Node that does nothing; a long history beside JSON.parse
  follow            check --follow on a day of a store's log, 10,000,000 operations: memory, and whether the stale read is found
  serve             the service under load: requests a second, latencies, memory; beside check of the same histories
  recorded          a million operations that tell what they saw, at levels and axioms
  recorder          what a recorded call costs, beside the call itself
  viewer            the page of 100,000 operations in Chromium: to load, to move; beside Porcupine's page of 20,000
  violat            POPL'19 Table 2 on this machine's JDK: programs, outcomes, violated levels, frequencies
  derive            POPL'19 Table 3 on this machine's JDK: the strongest level of each method of seven classes

  --quick              under a minute: fewer contestants, shorter deadlines
  --json               JSON on standard output; tables otherwise
  --only NAME          only workloads, parts of visibility and memory, or commands of batches, whose name contains NAME (repeatable); weak: objects, or oracle, growth, regress
  --deadline SECONDS   for one run of one of our engines (default 20), one row of violat (10), one class of derive (430)
  --peer-deadline S    for one run of a peer (default 60)
  --memory MB          for each contestant (default 8192)
  --output FILE        write the output into the file too, as it comes
  --operations N       load, follow: how many operations (default 1000000, 10000000); weak: only histories of so many
  --seed N, --violations N   evidence: a part of the run, of so many violations of each kind
  --from FILE          evidence: put parts together that were run with --json (repeatable)

Peers are built on demand: Porcupine needs Go, the C++ baseline g++. Logs in a folder that the environment
variable SIGHTLINE_CASES names are measured too.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      deadline: { type: "string" },
      "peer-deadline": { type: "string" },
      memory: { type: "string", default: "8192" },
      operations: { type: "string" },
      output: { type: "string" },
      seed: { type: "string" },
      violations: { type: "string" },
      from: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  const { quick, json, only, deadline, "peer-deadline": peerDeadline } = values;
  if (values.help || positionals.length !== 1) {
    console.log(help);
    return values.help ? 0 : 64;
  }
  if (values.output !== undefined) {
    const asked = process.argv.slice(2).filter((word, i, all) => ![word, all[i - 1]].includes("--output"));
    copyOutput(resolve(process.env["INIT_CWD"] ?? ".", values.output), `npm run bench -- ${asked.join(" ")}`);
  }
  switch (positionals[0]) {
    case "linearizability":
      return await benchLinearizability({
        quick,
        json,
        only,
        memory: numberFrom("memory", values.memory),
        ...(deadline !== undefined && { deadline: numberFrom("deadline", deadline) }),
        ...(peerDeadline !== undefined && { peerDeadline: numberFrom("peer-deadline", peerDeadline) }),
      });
    case "visibility":
      return await benchVisibility({ quick, json, only });
    case "recorded":
      return benchRecorded(quick);
    case "weak":
      return await benchWeak({
        quick,
        json,
        only,
        ...(values.operations !== undefined && { operations: numberFrom("operations", values.operations) }),
      });
    case "memory":
      return await benchMemoryModels({ quick, json, only });
    case "violat":
    case "derive": {
      const bench = positionals[0] === "violat" ? benchViolat : benchDerive;
      const seconds = deadline === undefined ? {} : { deadline: numberFrom("deadline", deadline) };
      return await bench({ quick, json, only, ...seconds });
    }
    case "load": {
      const operations = values.operations ?? (quick ? "100000" : "1000000");
      return await benchLoad({ json, operations: numberFrom("operations", operations) });
    }
    case "evidence":
      return await benchEvidence({
        quick,
        json,
        only,
        from: values.from,
        ...(values.seed !== undefined && { seed: numberFrom("seed", values.seed) }),
        ...(values.violations !== undefined && { violations: numberFrom("violations", values.violations) }),
      });
    case "follow": {
      const operations = values.operations ?? (quick ? "200000" : "10000000");
      const seed = values.seed === undefined ? 1 : numberFrom("seed", values.seed);
      return await benchFollow({ json, operations: numberFrom("operations", operations), seed });
    }
    case "serve":
      return await benchServe({ quick, json });
    case "recorder":
      return await benchRecorder({ quick, json });
    case "viewer":
      return await benchViewer({ quick, json });
    case "batches":
      return await benchBatches({ quick, json, only });
    case "fleet":
      return await benchFleet({ quick, only });
    case "stores":
      return await benchStores({ quick, json, only });
    case "long-runs":
      return await benchLongRuns({
        quick,
        json,
        only,
        deadline: deadline === undefined ? 10 : numberFrom("deadline", deadline),
      });
    case "transactions":
      return benchTransactions({ quick, json });
    case "startup":
      return await benchStartup({ quick, json });
    default:
      console.error(
        `no benchmark "${positionals[0]}": there are linearizability, visibility, weak, batches, fleet, memory, evidence, stores, long-runs, load, transactions, startup, follow, serve, recorder, viewer, violat and derive`,
      );
      return 64;
  }
}

function numberFrom(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${option} must be a positive number, not "${text}"`);
  return number;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 64;
}

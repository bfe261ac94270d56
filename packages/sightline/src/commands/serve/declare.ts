import type { Declare } from "../shared/declare.js";
import type { ServeFlags } from "./options.js";

/** Adds `serve`. */
export const declareServe: Declare = (program, onStatus) => {
  program
    .command("serve")
    .description("the checking service: histories come by HTTP, verdicts go back as they are decided")
    .optionsGroup("Where:")
    .option("--host <ADDRESS>", "listen on this address (default: 127.0.0.1, this machine alone)")
    .option("--port <N>", "listen on this port; 0: one that is free (default: 7474)")
    .option("--token-file <FILE>", "ask for this token (Authorization: Bearer); or set SIGHTLINE_TOKEN")
    .optionsGroup("Limits of a request:")
    .option("--max-body <MB>", "the most that is read, unpacked (default: 64)")
    .option("--max-histories <N>", "the most histories that are judged (default: 100000)")
    .option("--deadline <SECONDS>", "the most time for one history; a request may ask for less (default: 10)")
    .option("--max-time <SECONDS>", "the most time for all of them (default: 300)")
    .option("--stall <SECONDS>", "the longest that a client may send nothing or take nothing (default: 30)")
    .optionsGroup("Limits of the service:")
    .option("--per-client <N>", "the most requests of one client at a time (default: 8)")
    .option("--requests <N>", "the most requests of all at a time (default: 256)")
    .option("--memory <MB>", "the most memory for the whole process (default: 80% of what is free)")
    .option("--workers <N>", "the threads that judge (default: one per core)")
    .option("--grace <SECONDS>", "after Ctrl-C or SIGTERM, the time for what is under way (default: 10)")
    .option("-q, --quiet", "print errors only")
    .addHelpText("after", serveHelp)
    .action(async (flags: ServeFlags) => {
      const { runServe } = await import("./run.js");
      onStatus(await runServe(flags));
    });
};

const serveHelp = `
Examples:
  sightline serve
  sightline serve --port 8080 --deadline 30 --memory 2000
  sightline serve --host 0.0.0.0 --token-file /run/secrets/sightline
  curl --data-binary @history.json 'http://127.0.0.1:7474/check?criterion=causal'
  curl -T histories.ndjson.gz 'http://127.0.0.1:7474/check?type=map' -X POST
  generate-histories | curl -sN -X POST -T . http://127.0.0.1:7474/check | jq .verdict

Routes: POST /check, POST /measure, GET / (the viewer), /health, /metrics (Prometheus),
/openapi.json (what each takes and gives). A body is what check reads, in any format.

Exit status: 0 after Ctrl-C or SIGTERM, 64 wrong usage, 70 a bug in Sightline.
`;

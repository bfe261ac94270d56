import { readFileSync } from "node:fs";
import { UsageError } from "../../errors/usage-error.js";
import { limitsOf } from "../shared/limit-options.js";
import { positive, whole } from "../shared/numbers.js";

/** The options of `serve` as the command line gives them. */
export interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly tokenFile?: string;
  readonly maxBody?: string;
  readonly maxHistories?: string;
  readonly deadline?: string;
  readonly maxTime?: string;
  readonly stall?: string;
  readonly perClient?: string;
  readonly requests?: string;
  readonly memory?: string;
  readonly workers?: string;
  readonly grace?: string;
  readonly quiet?: boolean;
}

/** What one request may take. */
export interface RequestLimits {
  /** Bytes of its body, as sent and as unpacked. */
  readonly body: number;
  readonly histories: number;
  /** Milliseconds for one history, and for all of them. */
  readonly deadline: number;
  readonly time: number;
  /** Milliseconds that a client may send nothing, or take nothing. */
  readonly stall: number;
  /** Bytes for the whole process. */
  readonly memory: number;
}

/** What `serve` is to do, as its options say. */
export interface ServePlan {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly limits: RequestLimits;
  /** The most requests at a time: of one client, and of all. */
  readonly perClient: number;
  readonly requests: number;
  readonly workers: number;
  /** Milliseconds for what is under way when the service is told to end. */
  readonly grace: number;
  readonly quiet: boolean;
}

const MB = 1 << 20;

/** The longest that a timer of the runtime can wait, in seconds. */
const LONGEST = 2_147_483;

/** Understands the options of `serve`. Throws a `UsageError`. */
export async function planServe(
  flags: ServeFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ServePlan> {
  const { memory, workers } = await limitsOf(flags);
  const milliseconds = (text: string, option: string): number => {
    const seconds = positive(text, option);
    if (seconds > LONGEST)
      throw new UsageError("SL4005", `${option} takes at most ${LONGEST} seconds: ${text} is more`);
    return 1000 * seconds;
  };
  const port = whole(flags.port ?? "7474", "--port", 0);
  if (port > 65_535) throw new UsageError("SL4005", `--port takes at most 65535: ${port} is more`);
  return {
    host: flags.host ?? "127.0.0.1",
    port,
    token: tokenOf(flags.tokenFile, environment["SIGHTLINE_TOKEN"]),
    limits: {
      body: MB * positive(flags.maxBody ?? "64", "--max-body"),
      histories: whole(flags.maxHistories ?? "100000", "--max-histories", 1),
      deadline: milliseconds(flags.deadline ?? "10", "--deadline"),
      time: milliseconds(flags.maxTime ?? "300", "--max-time"),
      stall: milliseconds(flags.stall ?? "30", "--stall"),
      memory,
    },
    perClient: whole(flags.perClient ?? "8", "--per-client", 1),
    requests: whole(flags.requests ?? "256", "--requests", 1),
    workers,
    grace: milliseconds(flags.grace ?? "10", "--grace"),
    quiet: flags.quiet === true,
  };
}

/** The token that is asked for, from a file or from the environment: other users see what stands on a command line. */
function tokenOf(file: string | undefined, variable: string | undefined): string | undefined {
  let token = variable;
  if (file !== undefined)
    try {
      token = readFileSync(file, "utf8").trim();
    } catch (error) {
      throw new UsageError("SL2091", `--token-file cannot be read: ${(error as Error).message}`);
    }
  if (token === undefined) return undefined;
  // What cannot stand in a header could never be given.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError(
      "SL4008",
      `${file === undefined ? "SIGHTLINE_TOKEN" : "--token-file"} must hold one token: visible ASCII, no blanks`,
    );
  return token;
}

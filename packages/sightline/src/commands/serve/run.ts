import { isIPv6, type AddressInfo } from "node:net";
import { bugText } from "../../errors/bug-text.js";
import { UsageError } from "../../errors/usage-error.js";
import { createOutput } from "../../output/output.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { count } from "../../render/count.js";
import { isLoopback } from "./guard.js";
import { planServe, type ServeFlags, type ServePlan } from "./options.js";
import { createService } from "./service.js";

/** `sightline serve`: serves until a signal; the exit status. */
export async function runServe(flags: ServeFlags): Promise<number> {
  const plan = await planServe(flags, process.env);
  const debug = process.env["SIGHTLINE_DEBUG"] === "1";
  const output = createOutput();
  const { server, end } = createService(
    plan,
    ({ message, stack }) => void output.write("", bugText(message, stack, debug)),
  );
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  const told = new Promise<void>((resolve) => interrupt.signal.addEventListener("abort", () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, plan)));
      server.listen(plan.port, plan.host, resolve);
    });
    if (!plan.quiet)
      await output.write(greeting(plan, (server.address() as AddressInfo).port), warning(plan));
    await told;
    if (!plan.quiet) await output.write("", "ending: requests that are under way are answered first\n");
    return 0;
  } finally {
    await end(plan.grace);
    stopListening();
  }
}

function greeting({ host, workers }: ServePlan, port: number): string {
  const address = isIPv6(host) ? `[${host}]` : host;
  return `listening on http://${address}:${port} (${count(workers, "thread")}): Ctrl-C ends\n`;
}

function warning({ host, token }: ServePlan): string {
  if (isLoopback(host) || token !== undefined) return "";
  return `whoever reaches ${host} can use this service: --token-file asks for a token\n`;
}

function cannotListen({ code, message }: NodeJS.ErrnoException, { host, port }: ServePlan): UsageError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: "the port is in use: give another with --port, or 0 for one that is free",
    EACCES: "that port needs more rights: give one above 1023 with --port",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "there is no such address",
  };
  return new UsageError("SL4002", `cannot listen on ${host}:${port}: ${reasons[code ?? ""] ?? message}`);
}

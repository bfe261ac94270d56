import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CommandReply, CommandRequest } from "./host-messages.js";

const host = fileURLToPath(new URL("../../dist/sightline/command-host.js", import.meta.url));

/** What must have a process of its own, for it is about one: it stays, reads standard input, or is measured. */
const OWN = /^(?:-|\/dev\/.*|serve|worker|--watch|--follow|--cluster|--memory|--journal|--resume)$/;

/** Modules of users, which a process loads only once. */
const MODULE = /\.[cm]?[jt]s(?:#\w+)?$/;

/** Whether a run may share a process with others. */
export const canShare = (args: readonly string[]): boolean =>
  args.length > 1 && !args.some((arg) => OWN.test(arg) || MODULE.test(arg));

let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs the built command in a process that has run it before. One run after the other. */
export function runHosted(request: CommandRequest): Promise<CommandReply> {
  const reply = last.then(() => ask(request));
  last = reply.catch(() => undefined);
  return reply;
}

function ask(request: CommandRequest): Promise<CommandReply> {
  const child = (running ??= start());
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => {
      running = undefined;
      reject(new Error(`a run ended its host with ${code}: ${request.args.join(" ")}`));
    };
    child.once("exit", ended);
    child.once("message", (reply) => {
      child.off("exit", ended);
      hold(child, false);
      resolve(reply as CommandReply);
    });
    hold(child, true);
    child.send(request);
  });
}

function start(): ChildProcess {
  const env = { ...process.env, NO_COLOR: "1" };
  return fork(host, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [], env });
}

/** A host that is waited for keeps this process alive; one that has nothing to do does not. */
function hold(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) child.ref();
  else child.unref();
  if (isNeeded) child.channel?.ref();
  else child.channel?.unref();
}

/**
 * A process that runs the built command again and again, as `sightline` in `run-command.ts` asks: most of what a short
 * run takes is the start of a process and the loading of modules. Each run has its own folder, environment, output and
 * status; what is about the process itself (signals, pipes, standard input, memory) has a process of its own.
 */
import type { CommandRequest, CommandReply } from "./host-messages.js";

const { main } = (await import(new URL("../../../sightline/lib/esm/main.js", import.meta.url).href)) as {
  readonly main: (args: readonly string[]) => Promise<void>;
};

type Write = typeof process.stdout.write;
type Chunk = readonly [stream: "out" | "err", text: string];

/** Collects what is written to a stream of this process. */
function collect(stream: "out" | "err", chunks: Chunk[]): Write {
  return (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push([stream, typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()]);
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  };
}

async function run({ args, cwd, env }: CommandRequest): Promise<CommandReply> {
  const chunks: Chunk[] = [];
  const before = { ...process.env };
  process.chdir(cwd);
  Object.assign(process.env, env);
  process.stdout.write = collect("out", chunks);
  process.stderr.write = collect("err", chunks);
  await main(args);
  // What threads have printed is on its way.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, before);
  process.removeAllListeners("uncaughtException");
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  const told = (stream: "out" | "err"): string =>
    chunks.map(([which, text]) => (which === stream ? text : "")).join("");
  return { code, out: told("out"), err: told("err"), all: chunks.map(([, text]) => text).join("") };
}

process.setMaxListeners(0);
process.on("message", (request: CommandRequest) => void run(request).then((reply) => process.send?.(reply)));
process.on("disconnect", () => process.exit());

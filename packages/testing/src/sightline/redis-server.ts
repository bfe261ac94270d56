import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A Redis of one's own, on this machine alone, which keeps what it has on disk. */
export interface RedisServer {
  /** Its address; it stays the same. */
  readonly address: string;
  readonly pid: () => number | undefined;
  /** The names of all that it has. */
  keys(): Promise<readonly string[]>;
  /** Has it do what one line of words asks: the first line of its answer. */
  ask(line: string): Promise<string>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again, with what it had. */
  restart(): Promise<void>;
}

/** Starts a Redis whose files are in this folder. */
export async function startRedis(folder: string): Promise<RedisServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  let server: ChildProcess | undefined;
  const restart = async (): Promise<void> => {
    const options = { port, bind: "127.0.0.1", appendonly: "yes", save: "", dir: folder };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    server = spawn("redis-server", args, { stdio: "ignore" });
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`);
      await setTimeout(20);
    }
  };
  await restart();
  return {
    address: `redis://127.0.0.1:${port}`,
    pid: () => server?.pid,
    keys: () => keysAt(port),
    ask: (line) => answerAt(port, line),
    restart,
    async kill() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "close");
      server.kill("SIGKILL");
      await ended;
    },
  };
}

/** A port that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What a Redis there answers to `KEYS *`: a line with the count, and for each key a line with its length and itself. */
async function keysAt(port: number): Promise<readonly string[]> {
  const socket = connect(port, "127.0.0.1", () => socket.write("KEYS *\r\n"));
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    const [count, ...lines] = text.split("\r\n");
    if (lines.length > 2 * Number(count.slice(1))) return lines.filter((_, at) => at % 2 === 1);
  }
  throw new Error("Redis hung up");
}

/** Whether a Redis there has read what it had, and answers. */
const answers = (port: number): Promise<boolean> =>
  answerAt(port, "PING").then(
    (answer) => answer === "+PONG",
    () => false,
  );

/** The first line of what a Redis there answers. */
function answerAt(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${line}\r\n`));
    socket.on("data", (text) => {
      resolve(String(text).split("\r\n")[0]);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

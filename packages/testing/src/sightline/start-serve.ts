import { spawn } from "node:child_process";
import { connect } from "node:net";
import { bin, data } from "./run-command.js";

/** A service that runs. */
export interface Served {
  readonly url: string;
  readonly port: number;
  /** Asks for something. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends histories to be judged; the lines that come back. */
  judge(path: string, body: NonNullable<RequestInit["body"]>): Promise<Record<string, never>[]>;
  /** Sends these bytes on a connection of their own; all that comes back until it is closed. */
  raw(text: string): Promise<string>;
  /** The value of a metric. */
  metric(name: string): Promise<number>;
  /** Resolves once a metric has this value. */
  until(metric: string, value: number): Promise<void>;
  /** Sends a signal; the exit status and what it printed. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly err: string }>;
}

/** Starts the built `sightline serve` on a port that is free. */
export async function startServe(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", ...args], {
    cwd: data,
    env: { ...process.env, NO_COLOR: "1", ...environment },
  });
  let [out, err] = ["", ""];
  child.stderr.on("data", (chunk) => (err += chunk));
  const ended = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, err })),
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      const found = /listening on (\S+)/.exec(out);
      if (found !== null) resolve(found[1]);
    });
    child.on("close", () => reject(new Error(`it did not start: ${out}${err}`)));
  });
  const port = Number(new URL(url).port);
  const ask: Served["ask"] = (path, init) => fetch(url + path, init);
  const metric: Served["metric"] = async (name) => {
    const text = await (await ask("/metrics")).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return line === undefined ? 0 : Number(line.slice(name.length + 1));
  };
  return {
    url,
    port,
    ask,
    async judge(path, body) {
      const response = await ask(path, { method: "POST", body });
      const text = await response.text();
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, never>);
    },
    raw: (text) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        let got = "";
        socket.on("data", (chunk) => (got += chunk.toString("latin1")));
        // A server that closes before it has read all resets the connection; what it answered counts.
        socket.on("error", (error) => (got === "" ? reject(error) : resolve(got)));
        socket.on("close", () => resolve(got));
      }),
    metric,
    async until(name, value) {
      while ((await metric(name)) !== value) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { delimiter } from "node:path";
import { createInterface } from "node:readline";
import type { Jdk } from "./jdk.js";

/** The JVM's answer to a request, or why there is none. */
export type Answer =
  | { readonly kind: "result"; readonly result: unknown }
  /** The request makes no sense for the class. */
  | { readonly kind: "error"; readonly message: string }
  /** The object got stuck, does not return for reasons unknown, or brought the JVM down: that JVM is gone. */
  | { readonly kind: "hang" | "unknown" | "crash"; readonly message: string };

/** A running JVM, which answers one request at a time. */
export interface Jvm {
  /** Sends a request; what it reports until it is answered goes to `onReport`. */
  ask(request: object, onReport?: (report: unknown) => void): Promise<Answer>;
  /** Asks the request in progress to come to its end; a JVM that does not is killed. */
  stop(): void;
  /** Whether it can take another request. */
  isAlive(): boolean;
  /** Kills it; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Options of a JVM. */
export interface JvmOptions {
  readonly classpath: readonly string[];
  /** The class to start; it speaks the protocol of `sightline.Main`. */
  readonly mainClass: string;
  /** A JVM that says nothing for so long while it has a request is taken to hang. */
  readonly silenceSeconds: number;
}

/** Memory enough for batches of fresh objects; errors end the JVM with a word instead of a file. */
const FLAGS = [
  "-XX:+IgnoreUnrecognizedVMOptions",
  "-XX:+UseParallelGC",
  "-Xms384m",
  "-Xmn256m",
  "-XX:-StackTraceInThrowable", // makes exceptions cheap; nobody reads their traces
  "-XX:+ExitOnOutOfMemoryError",
  "-XX:+ErrorFileToStderr",
  "-XX:+DisplayVMOutputToStderr",
];

/** How long a JVM may take to obey `stop`: longer than its threads get to come out of their calls. */
const STOP_MILLISECONDS = 1500;

/** How many of its last lines a JVM that died is quoted with. */
const LAST_LINES = 12;
/** What a JVM says at its start of options that the environment has for all of them: nothing of why it died. */
const GREETING = /^(NOTE: )?Picked up (JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS):/;

/** Every JVM that runs: none outlives this process. (One whose input ends, ends too.) */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a JVM. */
export function startJvm(jdk: Jdk, { classpath, mainClass, silenceSeconds }: JvmOptions): Jvm {
  const child = spawn(jdk.java, [...FLAGS, "-classpath", classpath.join(delimiter), mainClass], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true, // an interrupt from the keyboard is this process's to handle
    windowsHide: true,
  });
  running.add(child);
  const lastLines: string[] = [];
  const keep = (line: string): void => {
    if (GREETING.test(line)) return;
    lastLines.push(line);
    if (lastLines.length > LAST_LINES) lastLines.shift();
  };
  let alive = true;
  let pending:
    | { readonly onReport: (report: unknown) => void; readonly end: (answer: Answer) => void }
    | undefined;
  let silence: NodeJS.Timeout | undefined;
  let stopping: NodeJS.Timeout | undefined;

  const answer = (end: Answer): void => {
    clearTimeout(silence);
    clearTimeout(stopping);
    const asked = pending;
    pending = undefined;
    asked?.end(end);
  };
  const giveUp = (kind: "hang" | "unknown", message: string): void => {
    alive = false;
    child.kill("SIGKILL");
    answer({ kind, message });
  };
  const listen = (): void => {
    clearTimeout(silence);
    silence = setTimeout(
      () => giveUp("unknown", `the JVM has not said a word for ${silenceSeconds} seconds`),
      silenceSeconds * 1000,
    );
  };
  const gone = new Promise<void>((resolve) => {
    const over = (why: string): void => {
      alive = false;
      running.delete(child);
      answer({ kind: "crash", message: [why, ...lastLines].join("\n") });
      resolve();
    };
    child.once("error", (error) => over(`the JVM does not start: ${error.message}`));
    child.once("close", (code, signal) =>
      over(signal === null ? `the JVM ended with exit code ${code}` : `the JVM was ended by ${signal}`),
    );
  });
  child.stdin.on("error", () => {}); // it is gone: `close` tells
  createInterface(child.stderr).on("line", keep);
  createInterface(child.stdout).on("line", (line) => {
    if (pending === undefined) return;
    let message: Record<string, unknown>;
    try {
      message = JSON.parse(line) as Record<string, unknown>;
    } catch {
      keep(line);
      return;
    }
    if (stopping === undefined) listen();
    if ("report" in message) pending.onReport(message["report"]);
    else if ("hang" in message) giveUp("hang", String(message["hang"]));
    else if ("unknown" in message) giveUp("unknown", String(message["unknown"]));
    else if ("error" in message) answer({ kind: "error", message: String(message["error"]) });
    else answer({ kind: "result", result: message["result"] });
  });

  return {
    ask(request, onReport = () => {}) {
      if (!alive) return Promise.resolve({ kind: "crash", message: "the JVM has ended" });
      if (pending !== undefined) throw new Error("a JVM answers one request at a time");
      return new Promise((end) => {
        pending = { onReport, end };
        stopping = undefined;
        listen();
        child.stdin.write(`${JSON.stringify(request)}\n`);
      });
    },
    stop() {
      if (pending === undefined || stopping !== undefined) return;
      clearTimeout(silence);
      stopping = setTimeout(
        () => giveUp("unknown", "it did not stop when it was asked to"),
        STOP_MILLISECONDS,
      );
      child.stdin.write(`${JSON.stringify({ kind: "stop" })}\n`);
    },
    isAlive: () => alive,
    async kill() {
      alive = false;
      child.kill("SIGKILL");
      await gone;
    },
  };
}

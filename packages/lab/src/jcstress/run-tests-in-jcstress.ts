import { execFile, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { runCompiler, type Jdk } from "../java/jdk.js";
import { createConsoleReader, type JcstressRun } from "./console.js";

/** The package of the tests. */
export const TEST_PACKAGE = "sightline.jcstress";

const PROCESSOR = "org.openjdk.jcstress.infra.processors.JCStressTestProcessor";

/** Tests by the name of their class, and where to build and run them. */
export interface JcstressBuild {
  readonly jdk: Jdk;
  /** A folder for this run alone. */
  readonly folder: string;
  readonly classpath: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Compiles tests with the annotation processor of JCStress, which writes the code around them. Returns the
 * folder of the classes, and what the compiler says of each test that it does not take.
 */
export async function compileTests(
  build: JcstressBuild,
): Promise<{ readonly classes: string; readonly errors: ReadonlyMap<string, string> }> {
  const all = await compileSome(build, "classes", [...build.sources.keys()]);
  if (all.error === undefined) return { classes: all.classes, errors: new Map() };
  // The processor takes all or nothing: each alone tells which are wrong.
  const errors = new Map<string, string>();
  for (const name of build.sources.keys()) {
    const { error } = await compileSome(build, `alone-${name}`, [name]);
    if (error !== undefined) errors.set(name, error);
  }
  const right = [...build.sources.keys()].filter((name) => !errors.has(name));
  const rest = right.length === 0 ? all : await compileSome(build, "classes-that-compile", right);
  if (right.length > 0 && rest.error !== undefined) throw new Error(rest.error);
  return { classes: rest.classes, errors };
}

async function compileSome(
  { jdk, folder, classpath, sources }: JcstressBuild,
  into: string,
  names: readonly string[],
): Promise<{ readonly classes: string; readonly error?: string }> {
  const [texts, classes] = [join(folder, `${into}-sources`), join(folder, into)];
  await mkdir(texts);
  await mkdir(classes);
  const files = names.map((name) => join(texts, `${name}.java`));
  await Promise.all(names.map((name, i) => writeFile(files[i], sources.get(name) ?? "")));
  const path = ["-classpath", classpath.join(delimiter), "-processor", PROCESSOR];
  try {
    await promisify(execFile)(jdk.java, [...runCompiler, "-nowarn", ...path, "-d", classes, ...files], {
      maxBuffer: 1 << 26,
    });
    return { classes };
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    return { classes, error: stderr.trim().slice(0, 2000) || String(error) };
  }
}

/** Options of `runTestsInJcstress`. */
export interface JcstressRunOptions {
  readonly jdk: Jdk;
  readonly folder: string;
  readonly classpath: readonly string[];
  /** For each test in each configuration of the JVM that JCStress finds worth while. */
  readonly seconds: number;
  /** JCStress is ended when it has said nothing about any test for so long. */
  readonly silenceSeconds: number;
  readonly signal: AbortSignal;
}

/** The end of a run of JCStress. */
export type JcstressEnd = "complete" | "silent" | "stopped" | { readonly failed: string };

/** The milliseconds that JCStress, and a timer of this runtime, can count: about 24 days. */
const LONGEST = 2 ** 31 - 1;

/** Runs all tests; gives each result as it comes, and how it ended. */
export async function* runTestsInJcstress(
  options: JcstressRunOptions,
): AsyncGenerator<JcstressRun, JcstressEnd> {
  const { jdk, folder, classpath, seconds, silenceSeconds, signal } = options;
  const settings = {
    "-t": `${TEST_PACKAGE.replaceAll(".", "\\.")}\\..*`,
    "-r": join(folder, "report"),
    "-time": String(Math.min(LONGEST, Math.max(1, Math.round(1000 * seconds)))),
    "-iters": "1",
    "-f": "1",
    "-fsm": "1",
    "-sc": "false", // one way to compile, not each for each actor
    "-af": "NONE",
    "-jvmArgs": "-Xmx512m",
  };
  const child = spawn(
    jdk.java,
    [
      "-classpath",
      classpath.join(delimiter),
      "org.openjdk.jcstress.Main",
      ...Object.entries(settings).flat(),
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"], detached: true, windowsHide: true },
  );
  // JCStress has JVMs of its own: they are of its group of processes, and end with it.
  const kill = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      child.kill("SIGKILL");
    }
  };
  let silent = false;
  let silence: NodeJS.Timeout | undefined;
  const listen = (): void => {
    clearTimeout(silence);
    silence = setTimeout(
      () => {
        silent = true;
        kill();
      },
      Math.min(LONGEST, 1000 * silenceSeconds),
    );
  };
  const lastLines: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    lastLines.push(line);
    if (lastLines.length > 12) lastLines.shift();
  });
  const gone = new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, ended) => resolve(code ?? String(ended)));
  });
  process.once("exit", kill);
  signal.addEventListener("abort", kill, { once: true });
  const reader = createConsoleReader();
  try {
    listen();
    if (signal.aborted) kill();
    for await (const line of createInterface(child.stdout)) {
      const run = reader.line(line);
      if (run === undefined) continue;
      listen();
      yield run;
    }
    const last = reader.end();
    if (last !== undefined) yield last;
    const code = await gone;
    if (signal.aborted) return "stopped";
    if (silent) return "silent";
    return code === 0 ? "complete" : { failed: [`JCStress ended with ${code}`, ...lastLines].join("\n") };
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", kill);
    kill();
    process.off("exit", kill);
    await gone;
  }
}

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** A Java development kit. */
export interface Jdk {
  /** Its `java` command. */
  readonly java: string;
  /** `17.0.15` */
  readonly version: string;
}

/** The oldest that will do. */
const OLDEST = 17;

const HOW_TO_GET_ONE =
  `install a JDK ${OLDEST} or later (Debian and Ubuntu: apt install openjdk-17-jdk-headless; ` +
  "macOS: brew install openjdk; others: https://adoptium.net), and have java on the PATH or set JAVA_HOME";

/**
 * What `java` is told to run the compiler, a module of the JDK: a runtime without it has no such module. It lives short,
 * and compiling the compiler well would be half of its life.
 */
export const runCompiler = [
  "-XX:+IgnoreUnrecognizedVMOptions",
  "-XX:TieredStopAtLevel=1",
  "--module",
  "jdk.compiler/com.sun.tools.javac.Main",
] as const;

/** Those that were found, by their command and where it was looked for: to ask one takes the start of a JVM. */
const found = new Map<string, Promise<Jdk>>();

/**
 * Finds a JDK: the given `java` command, that of JAVA_HOME, or the one on the PATH. Rejects with what
 * to install where there is none, or none that is new enough and has a compiler.
 */
export function findJdk(java?: string): Promise<Jdk> {
  const home = process.env["JAVA_HOME"];
  const command = java ?? (home === undefined || home === "" ? "java" : join(home, "bin", "java"));
  const key = JSON.stringify([command, process.env["PATH"], process.cwd()]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const asked = askJdk(command);
  found.set(key, asked);
  asked.catch(() => found.delete(key)); // it may be installed meanwhile
  return asked;
}

async function askJdk(command: string): Promise<Jdk> {
  let printed: string;
  try {
    const { stdout, stderr } = await promisify(execFile)(command, [...runCompiler, "-version"]);
    printed = stdout + stderr;
  } catch (error) {
    throw new Error(`${whatIsWrong(command, error)}: ${HOW_TO_GET_ONE}`, { cause: error });
  }
  const version = /javac (\S+)/.exec(printed)?.[1] ?? "";
  if (!(Number.parseInt(version, 10) >= OLDEST))
    throw new Error(`${command} is Java ${version || "of an unknown version"}: ${HOW_TO_GET_ONE}`);
  return { java: command, version };
}

function whatIsWrong(command: string, error: unknown): string {
  const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
  if (code === "ENOENT") return `there is no Java here (${command})`;
  if (/FindException|not found/.test(stderr)) return `${command} is a Java without a compiler`;
  return `${command} does not work (${stderr.trim() || String(error)})`;
}

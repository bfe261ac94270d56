import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runCompiler, findJdk } from "@sightline/lab/java/jdk.js";
import { afterAll, beforeAll } from "vitest";

/** A JVM that compiles quickly rather than well: half of a short life goes into compiling well. */
const QUICK = "-XX:TieredStopAtLevel=1";

/** What is said to JVMs by the environment: a process that was started before has to be told. */
export function javaOptions(): { readonly JAVA_TOOL_OPTIONS?: string } {
  const { JAVA_TOOL_OPTIONS: options } = process.env;
  return options === undefined ? {} : { JAVA_TOOL_OPTIONS: options };
}

/**
 * For tests of what a JVM is asked and answers: every JVM that they start compiles quickly. What is about races, or
 * about what the compiler makes of a program, does without.
 */
export function startQuickJvms(): void {
  const before = process.env["JAVA_TOOL_OPTIONS"];
  beforeAll(() => {
    process.env["JAVA_TOOL_OPTIONS"] = [before, QUICK].join(" ").trim();
  });
  afterAll(() => {
    if (before === undefined) delete process.env["JAVA_TOOL_OPTIONS"];
    else process.env["JAVA_TOOL_OPTIONS"] = before;
  });
}

/**
 * For tests that need a JDK: undefined where there is one, else why there is none, printed as well. In
 * continuous integration its absence is an error: nothing is skipped there unnoticed.
 */
export const whyNoJdk = (): Promise<string | undefined> => whyWithout("Java", findJdk);

/** For tests that need something else besides: the same, where this looks for it. */
export async function whyWithout(name: string, find: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await find();
    return undefined;
  } catch (error) {
    if (process.env["CI"] === "true" || process.env["SIGHTLINE_CI"] === "1") throw error;
    const reason = (error as Error).message;
    console.warn(`Tests that need ${name} are skipped: ${reason}`);
    return reason;
  }
}

/** Compiles classes of a test, given by name and text, into a new folder. */
export async function compileForTest(sources: Readonly<Record<string, string>>): Promise<string> {
  const { java } = await findJdk();
  const folder = await mkdtemp(join(tmpdir(), "sightline-test-"));
  const files = await Promise.all(
    Object.entries(sources).map(async ([name, text]) => {
      const file = join(folder, `${name}.java`);
      await writeFile(file, text);
      return file;
    }),
  );
  await promisify(execFile)(java, [...runCompiler, "-d", folder, ...files]);
  return folder;
}

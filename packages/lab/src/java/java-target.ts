import type { Value } from "@sightline/core";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Call, SequencedCall } from "../object/program.js";
import { signatureOf } from "../object/signature.js";
import type { Target } from "../object/target.js";
import { harnessClasses } from "./classes.js";
import { findJdk, type Jdk } from "./jdk.js";
import { type Answer, type Jvm, startJvm } from "./jvm.js";
import { type JvmPool, stressPrograms } from "./stress-programs.js";

/** Which Java class to test, and how. */
export interface JavaTargetOptions {
  /** `java.util.concurrent.ConcurrentHashMap`: a public class. */
  readonly className: string;
  /** Where it is, if not in the JDK: folders and jars, separated as Java wants it. */
  readonly classpath?: string;
  /** Tells overloads apart by their parameter types, and which constructor to use with which arguments. */
  readonly spec?: ObjectSpec;
  /** Arguments for the constructor; before those of the specification. */
  readonly constructorArgs?: readonly Value[];
  /** The `java` command. Default: that of JAVA_HOME, or the one on the PATH. */
  readonly java?: string;
  /** A call that has not returned after so many seconds hangs. Default: 10. */
  readonly hangSeconds?: number;
}

/** How many sequences are asked for at once. */
const SEQUENCES_AT_ONCE = 5000;

/** A busy JVM may be silent while it compiles, besides what a hang takes to be noticed. */
const COMPILING_SECONDS = 60;

/**
 * A Java class as a target. It needs a JDK 17 or later, and nothing else. Rejects with what to do where
 * there is none, or where objects of the class cannot be made.
 */
export async function openJavaTarget(options: JavaTargetOptions): Promise<Target> {
  const { className, classpath, hangSeconds = 10 } = options;
  const jdk = await findJdk(options.java);
  const harness = await harnessClasses(jdk);
  const pool = createPool(jdk, [harness, ...(classpath === undefined ? [] : [classpath])], hangSeconds);
  const subject = subjectOf(options);

  const ask = async (request: object): Promise<unknown> => {
    const jvm = await pool.take();
    try {
      return resultOf(await jvm.ask({ ...request, subject, hangSeconds }), className);
    } finally {
      pool.giveBack(jvm);
    }
  };

  let described: ObjectSpec;
  try {
    described = (await ask({ kind: "describe" })) as ObjectSpec;
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    name: `java:${className}`,
    records: ["counters", "clocks"],
    sequencesHaveThreads: true,
    describe: () => Promise.resolve(described),
    unfit: async (values) => (await ask({ kind: "values", values })) as string[],
    signatures: async (calls) => (await ask({ kind: "signatures", calls })) as string[],
    async runInSequence(sequences) {
      const results: (readonly Value[])[] = [];
      for (let from = 0; from < sequences.length; from += SEQUENCES_AT_ONCE) {
        const some = numberCalls(sequences.slice(from, from + SEQUENCES_AT_ONCE));
        results.push(...((await ask({ kind: "sequences", ...some })) as Value[][]));
      }
      return results;
    },
    stress: (programs, { secondsPerProgram: seconds, seed, record, signal }) =>
      stressPrograms(
        pool,
        programs,
        { kind: "stress", subject, seconds, hangSeconds, seed, ...(record !== undefined && { record }) },
        signal,
      ),
    close: () => pool.close(),
  };
}

/** The class under test as the JVM is told of it. */
export function subjectOf({ className, spec, constructorArgs }: JavaTargetOptions): object {
  const args = constructorArgs ?? spec?.default_parameters;
  const types = spec?.parameters?.map(({ type }) => type);
  return {
    class: className,
    ...(args !== undefined && { constructorArgs: args }),
    ...(types !== undefined && { constructorTypes: types }),
    ...(spec !== undefined && { methods: spec.methods.map(signatureOf) }),
  };
}

function resultOf(answer: Answer, className: string): unknown {
  switch (answer.kind) {
    case "result":
      return answer.result;
    case "error":
      throw new Error(answer.message);
    case "hang":
    case "unknown":
      throw new Error(`${className} does not return from a call: ${answer.message}`);
    case "crash":
      throw new Error(`${className} brought the JVM down: ${answer.message}`);
  }
}

/** Each different call once, and the sequences as their numbers; and who makes them, where that is said. */
function numberCalls(sequences: readonly (readonly SequencedCall[])[]): {
  readonly calls: readonly Call[];
  readonly sequences: readonly (readonly number[])[];
  readonly threads?: readonly (readonly number[])[];
} {
  const numbers = new Map<string, number>();
  const calls: Call[] = [];
  const numberOf = ({ method, args }: Call): number => {
    const key = JSON.stringify([method, args]);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = calls.length));
      calls.push({ method, args });
    }
    return number;
  };
  const isSaid = sequences.some((sequence) => sequence.some(({ thread }) => thread !== undefined));
  return {
    sequences: sequences.map((sequence) => sequence.map(numberOf)),
    calls,
    ...(isSaid && { threads: sequences.map((sequence) => sequence.map(({ thread = 0 }) => thread)) }),
  };
}

/**
 * JVMs, each used by one at a time: a stress can go on while sequences are run, and what one request
 * breaks is not another's.
 */
function createPool(
  jdk: Jdk,
  classpath: readonly string[],
  hangSeconds: number,
): JvmPool & { close(): Promise<void> } {
  const all = new Set<Jvm>();
  const idle: Jvm[] = [];
  let closed = false;
  return {
    take() {
      if (closed) return Promise.reject(new Error("the target is closed"));
      for (let jvm = idle.pop(); jvm !== undefined; jvm = idle.pop())
        if (jvm.isAlive()) return Promise.resolve(jvm);
      const silenceSeconds = hangSeconds + COMPILING_SECONDS;
      const jvm = startJvm(jdk, { classpath, mainClass: "sightline.Main", silenceSeconds });
      all.add(jvm);
      return Promise.resolve(jvm);
    },
    giveBack(jvm) {
      if (jvm.isAlive()) idle.push(jvm);
      else void jvm.kill().then(() => all.delete(jvm));
    },
    isClosed: () => closed,
    async close() {
      closed = true;
      await Promise.all([...all].map((jvm) => jvm.kill()));
    },
  };
}

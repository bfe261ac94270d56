import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Derivation, derive, findShippedSpec, openTarget, printObjectProgram } from "@sightline/lab";
import { renderDerived } from "./derive-report.js";
import { table3Classes } from "./derive-table3.js";
import { describeMachine, machineFacts } from "./machine.js";
import { outFolder } from "./peers.js";
import { pickNamed } from "./pick-named.js";
import { javaVersion } from "./violat-java.js";

/** What the command line asks for. */
export interface DeriveOptions {
  /** Twenty seconds a class. */
  readonly quick: boolean;
  readonly json: boolean;
  /** Only classes whose name contains one of these. */
  readonly only: readonly string[];
  /** Seconds for one class. */
  readonly deadline?: number;
}

/** What was derived of a class. */
export interface DerivedClass {
  readonly className: string;
  readonly derivation: Derivation;
}

/** Seven classes take 50 minutes. */
const SECONDS = 430;
const QUICK_SECONDS = 20;

/** For one program. Many short runs refute more than few long ones. */
const SECONDS_PER_PROGRAM = 0.1;

/** POPL'19 Table 3 redone: the strongest level of each method of the seven classes. */
export async function benchDerive({ quick, json, only, deadline }: DeriveOptions): Promise<number> {
  const seconds = deadline ?? (quick ? QUICK_SECONDS : SECONDS);
  const classes = pickNamed(table3Classes, only, (name) => [name]);
  const machine = `${describeMachine(machineFacts())}; ${await javaVersion()}`;
  const folder = join(outFolder, "derive");
  await mkdir(folder, { recursive: true });
  const file = join(folder, only.length === 0 ? "derive" : "derive-part");
  const derived: DerivedClass[] = [];
  for (const className of classes) {
    derived.push({ className, derivation: await deriveClass(className, seconds) });
    // What there is after each class, should the rest be interrupted.
    await writeFile(`${file}.md`, `${renderDerived(derived, seconds, machine)}\n`);
    await writeFile(`${file}.json`, JSON.stringify({ machine, seconds, derived }));
  }
  console.log(
    json ? JSON.stringify({ machine, seconds, derived }) : renderDerived(derived, seconds, machine),
  );
  return 0;
}

async function deriveClass(name: string, seconds: number): Promise<Derivation> {
  const className = `java.util.concurrent.${name}`;
  const spec = await findShippedSpec(className);
  if (spec === undefined) throw new Error(`no specification ships for ${className}`);
  const target = await openTarget(`java:${className}`, { spec });
  try {
    const plan = {
      spec,
      methods: spec.methods.filter(({ trusted }) => trusted !== true),
      programs: Infinity,
      programsTogether: Infinity,
      secondsPerProgram: SECONDS_PER_PROGRAM,
      secondsInAll: seconds,
      seed: 1,
      splitBulk: false,
      axioms: true,
    };
    for await (const event of derive(target, plan, new AbortController().signal)) {
      if (event.kind === "end") return event.derivation;
      if (event.kind === "refuted") {
        const { level, program } = event.refutation;
        console.error(`${name}.${event.method} is not ${level}: ${printObjectProgram(program)}`);
      }
    }
    throw new Error("the derivation did not end");
  } finally {
    await target.close();
  }
}

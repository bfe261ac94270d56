import type { Value } from "@sightline/core";
import type { LibraryCode } from "../library/library.js";
import type { Run } from "../library/run-script.js";
import { keyText, REGISTER_KEY } from "../library/use-document.js";
import type { CallStep, Step } from "../workload/script.js";
import { isUpdate, type StoreType } from "../workload/workload.js";
import type { Claim } from "../store.js";

/** A program that uses the library alone, and the line that it prints if it shows what is claimed. */
export interface Program {
  readonly text: string;
  readonly prints: string;
}

/** What a program is made from. */
export interface ProgramSource {
  readonly code: LibraryCode;
  readonly type: StoreType;
  readonly run: Run;
  readonly claim: Claim;
  /** What stands at its head, line by line. */
  readonly title: readonly string[];
}

/** What a step is written from. */
interface StepSource extends Omit<ProgramSource, "title"> {
  /** The calls whose updates are delivered. */
  readonly sent: ReadonlySet<number>;
}

/** Writes the run as a program that uses the library alone. */
export function writeProgram({ code, type, run, claim, title }: ProgramSource): Program {
  const { script, stale } = run;
  const document = (replica: number): string => `replicas[${replica}]`;
  const view = (text: string): string => viewText(code, type, text);
  const steps = claim.kind === "diverged" ? [...script.steps, ...run.settled] : script.steps;
  const [ending, prints] =
    claim.kind === "stale" && stale !== undefined
      ? [
          `// What replica ${stale.replica} shows, and what it shows after it was saved and loaded.\n` +
            `console.log(JSON.stringify([${view(document(stale.replica))}, ${view(`reload(${document(stale.replica)})`)}]));`,
          `[${stale.live},${stale.reloaded}]`,
        ]
      : claim.kind === "diverged"
        ? [
            `// All have got everything: what each replica shows.\n` +
              `console.log(JSON.stringify([${run.views.map((_, replica) => view(document(replica))).join(", ")}]));`,
            `[${run.views.join(",")}]`,
          ]
        : ["// What the queries returned.\nconsole.log(JSON.stringify(results));", resultsOf(run)];
  const sent = new Set(steps.flatMap((step) => (step.kind === "deliver" ? step.of : [])));
  const needsReload = claim.kind === "stale" || steps.some(({ kind }) => kind === "restart");
  const asksResults = claim.kind === "level";
  const lines = [
    ...title.map((line) => `// ${line}`),
    code.prelude,
    ...(code.reload !== undefined && needsReload ? [code.reload] : []),
    "",
    `const replicas = [${Array.from({ length: script.replicas }, (_, replica) => `open(${replica})`).join(", ")}];`,
    ...(asksResults ? ["const results = [];"] : []),
    "",
    ...steps.flatMap((step) => stepText(step, { code, type, run, claim, sent })),
    "",
    ending,
  ];
  return { text: `${lines.join("\n")}\n`, prints };
}

/** The results of the queries, in the order of the run. */
function resultsOf({ script, answers }: Run): string {
  const results = script.steps.flatMap((step) =>
    step.kind === "call" && (!isUpdate(step.method) || answers.get(step.id)?.result !== undefined)
      ? [answers.get(step.id)?.result ?? null]
      : [],
  );
  return JSON.stringify(results);
}

function stepText(step: Step, { code, type, run, claim, sent }: StepSource): readonly string[] {
  switch (step.kind) {
    case "deliver": {
      const updates = step.of.filter((id) => run.changes.has(id)).map(updateName);
      return updates.length === 0 ? [] : [code.receive(`replicas[${step.to}]`, updates)];
    }
    case "restart":
      return [`replicas[${step.replica}] = reload(replicas[${step.replica}]);`];
    case "call": {
      const document = `replicas[${step.replica}]`;
      const said = `// session ${step.session}: ${step.method}(${step.args.map((arg) => JSON.stringify(arg)).join(", ")})`;
      if (isUpdate(step.method)) {
        // An update of a sequence tells the list after it.
        const tells = claim.kind === "level" && run.answers.get(step.id)?.result !== undefined;
        const told = tells ? [`results.push(${viewText(code, type, document)});`] : [];
        if (!run.changes.has(step.id)) return [`${said} changes nothing`, ...told];
        const statement = updateText(code, type, step, document, run.answers.get(step.id)?.index);
        const name = sent.has(step.id) ? updateName(step.id) : undefined;
        return [said, code.change(document, statement, name), ...told];
      }
      if (claim.kind !== "level") return [];
      return [`results.push(${queryText(code, type, step, document)}); ${said}`];
    }
  }
}

const updateName = (id: number): string => `update${id}`;

const text = (value: Value): string => JSON.stringify(value);
const keyOf = (key: Value): string => text(keyText(key));

function updateText(
  code: LibraryCode,
  type: StoreType,
  { method, args }: CallStep,
  document: string,
  index: number | undefined,
): string {
  switch (`${type}.${method}`) {
    case "register.write":
      return code.map.set(document, text(REGISTER_KEY), text(args[0]));
    case "map.put":
      return code.map.set(document, keyOf(args[0]), text(args[1]));
    case "set.add":
      return code.map.set(document, keyOf(args[0]), "true");
    case "map.remove":
    case "set.remove":
      return code.map.delete(document, keyOf(args[0]));
    case "counter.add":
    case "pn-counter.add":
      return code.counter?.add(document, args[0] as number) ?? noText(type);
    case "list.insert":
    case "sequence.insert":
      return code.list?.insert(document, index ?? (args[0] as number), text(args[1])) ?? noText(type);
    case "list.delete":
    case "sequence.delete":
      return code.list?.delete(document, index ?? (args[0] as number)) ?? noText(type);
    default:
      return noText(`${type}.${method}`);
  }
}

function queryText(code: LibraryCode, type: StoreType, { method, args }: CallStep, document: string): string {
  switch (`${type}.${method}`) {
    case "register.read":
      return `${code.map.get(document, text(REGISTER_KEY))} ?? null`;
    case "map.get":
      return `${code.map.get(document, keyOf(args[0]))} ?? null`;
    case "map.containsKey":
    case "set.contains":
      return `${code.map.get(document, keyOf(args[0]))} !== undefined`;
    case "map.size":
    case "set.size":
      return `${code.map.entries(document)}.length`;
    case "counter.read":
    case "pn-counter.read":
      return code.counter?.value(document) ?? noText(type);
    case "list.read":
    case "sequence.read":
      return code.list?.values(document) ?? noText(type);
    default:
      return noText(`${type}.${method}`);
  }
}

/** What a document shows, in the order of its keys. */
function viewText(code: LibraryCode, type: StoreType, document: string): string {
  if (type === "counter" || type === "pn-counter") return code.counter?.value(document) ?? noText(type);
  if (type === "list" || type === "sequence") return code.list?.values(document) ?? noText(type);
  return `${code.map.entries(document)}.sort()`;
}

function noText(what: string): never {
  throw new Error(`there is no text for ${what}`);
}

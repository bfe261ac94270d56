import {
  type AnnotationRecord,
  createHistoryBuilder,
  type History,
  type HistoryHeader,
  type Value,
} from "@sightline/core";
import type { CallStep, DeliverStep, Script, Step } from "../workload/script.js";
import { type FinalRead, finalReads, stateShown } from "../workload/final-reads.js";
import { type Call, isUpdate, type StoreType } from "../workload/workload.js";
import type { Document, LoadedLibrary } from "./library.js";
import { createRunAnnotations } from "./run-annotations.js";
import { createSightTracker } from "./track-sights.js";
import { type Answer, callOn, viewOf } from "./use-document.js";

/** A replica whose document shows something else than the same document saved and loaded. */
export interface StaleView {
  /** After how many steps. */
  readonly after: number;
  readonly replica: number;
  readonly live: string;
  readonly reloaded: string;
}

/** What a script did to a library. */
export interface Run {
  readonly script: Script;
  /** The calls and what they returned; each step is an instant of real time. */
  readonly history: History;
  /** What each call came to, by its id. */
  readonly answers: ReadonlyMap<number, Answer>;
  /** The calls that others were told of. */
  readonly changes: ReadonlySet<number>;
  /** What was delivered after the last step, so that all have got everything. */
  readonly settled: readonly DeliverStep[];
  /** What each replica shows when all is delivered. */
  readonly views: readonly string[];
  /** Whether documents can be saved, so that live ones can be compared with reloaded ones. */
  readonly savable: boolean;
  /** Where the documents were left, where they can be saved. */
  readonly end?: SavedState;
  readonly stale?: StaleView;
  /** What the library threw, where it did; the run ended there. */
  readonly thrown?: { readonly after: number; readonly message: string };
}

/** Where documents were left, all with the same in them. */
export interface SavedState {
  /** The documents as they were saved, by replica. */
  readonly saved: readonly unknown[];
  readonly state: Value;
  /** The queries that showed it. */
  readonly reads: readonly Call[];
}

/** How a script is run. */
export interface RunOptions {
  readonly type: StoreType;
  /** The name of the history. */
  readonly name: string;
  /** A name that no other run has. Default: `name`. */
  readonly unique?: string;
  /**
   * When views are compared with those of the same documents saved and loaded: after every delivery and in the end,
   * only after the last step, or never. Default: after every delivery.
   */
  readonly compare?: "deliveries" | "last" | "never";
  /** Whether the history ends with reads of everything at every replica. Default: it does not. */
  readonly finalReads?: boolean;
  /** Whether operations say what their replica had applied, as far as its documents tell. Default: they do not. */
  readonly sights?: boolean;
  /** Whether to save the documents in the end. Default: they are thrown away. */
  readonly keep?: boolean;
  /** What each replica had saved before, and what all of them showed. Default: documents are new and empty. */
  readonly begin?: SavedState;
  /** Is told what each replica shows after each step of the script. */
  readonly watch?: (views: readonly string[]) => void;
}

/** Long ago, in milliseconds: the clock of every run begins there. */
const BEGIN = 1_000_000_000_000;

/** Runs a script on a library, from fresh documents. */
export async function runScript(library: LoadedLibrary, script: Script, options: RunOptions): Promise<Run> {
  const { type, name, unique = name, compare: when = "deliveries" } = options;
  let instant = 0;
  const now = (): number => BEGIN + instant;
  const open = async (replica: number, saved?: unknown): Promise<Document> =>
    library.open({ replica, type, now, run: unique, ...(saved !== undefined && { saved }) });
  const documents: Document[] = [];
  for (let replica = 0; replica < script.replicas; replica++)
    documents.push(await open(replica, options.begin?.saved[replica]));

  const updates = new Map<number, unknown>();
  const answers = new Map<number, Answer>();
  const delivered = documents.map(() => new Set<number>());
  const initial = options.begin === undefined ? {} : { initial: options.begin.state };
  const head = { type, name, ...initial };
  const operations = createHistoryBuilder(head);
  const annotations = createRunAnnotations(script);
  const sights =
    options.sights === true && documents.every(({ has }) => has !== undefined)
      ? createSightTracker(script.replicas)
      : undefined;
  let stale: StaleView | undefined;
  let thrown: Run["thrown"];
  let end: SavedState | undefined;

  const call = async (step: CallStep): Promise<void> => {
    const document = documents[step.replica];
    const sight = sights?.sightAt(step.replica);
    const answer = await callOn(document, type, step);
    const update = document.takeUpdate();
    if (update !== undefined) updates.set(step.id, update);
    answers.set(step.id, answer);
    annotations.called(step, 2 * instant);
    const { method, args } = answer.as ?? step;
    sights?.made(step, isUpdate(method), update);
    operations.add({
      session: step.session,
      method,
      args,
      ...observed(answer.result),
      call: 2 * instant,
      return: 2 * instant + 1,
      ...sight,
    });
  };
  const deliver = async ({ to, of }: DeliverStep, at = 2 * instant): Promise<void> => {
    const some = of.filter((id) => updates.has(id));
    for (const id of of) delivered[to].add(id);
    if (some.length > 0) await documents[to].receive(some.map((id) => updates.get(id)));
    sights?.delivered(to, some, documents);
    annotations.delivered(to, some, at);
  };
  const restart = async (replica: number): Promise<void> => {
    const saved = documents[replica].save?.();
    if (saved === undefined) throw new Error("the library cannot save a document");
    await documents[replica].close?.();
    documents[replica] = await open(replica, saved);
    // What it had got and not yet understood may not be part of what it saved: it is sent again.
    delivered[replica].clear();
    annotations.restarted(replica, 2 * instant);
  };
  const compare = async (replica: number): Promise<void> => {
    const saved = documents[replica].save?.();
    if (saved === undefined || stale !== undefined) return;
    const copy = await open(replica, saved);
    const [live, reloaded] = [await viewOf(documents[replica], type), await viewOf(copy, type)];
    await copy.close?.();
    if (live !== reloaded) stale = { after: instant, replica, live, reloaded };
  };
  const take = async (step: Step): Promise<void> => {
    instant++;
    if (step.kind === "call") return call(step);
    if (step.kind === "restart") return restart(step.replica);
    await deliver(step);
    if (when === "deliveries") await compare(step.to);
  };

  const calls = script.steps.filter((step) => step.kind === "call");
  const reads = finalReads(type, calls, options.begin?.reads);
  /** Whoever was the first at a replica reads there; where nobody was, the replica itself. */
  const readFinally = async (): Promise<void> => {
    for (const [replica, document] of documents.entries()) {
      const session = calls.find((step) => step.replica === replica)?.session ?? `replica ${replica}`;
      for (const { method, args } of reads) {
        instant++;
        const sight = sights?.sightAt(replica);
        const { result } = await callOn(document, type, { method, args });
        const when = { call: 2 * instant, return: 2 * instant + 1 };
        sights?.made({ id: -1, session, replica }, false, undefined);
        operations.add({ session, method, args, ...observed(result), ...when, ...sight, final: true });
      }
    }
  };

  const settled: DeliverStep[] = [];
  const views: string[] = [];
  try {
    for (const step of script.steps) {
      await take(step);
      if (options.watch !== undefined)
        options.watch(await Promise.all(documents.map((document) => viewOf(document, type))));
    }
    if (when === "last") for (const replica of documents.keys()) await compare(replica);
    const authors = new Map(
      script.steps.flatMap((step) => (step.kind === "call" ? [[step.id, step.replica] as const] : [])),
    );
    for (const [to, seen] of delivered.entries()) {
      const of = [...updates.keys()].filter((id) => !seen.has(id) && authors.get(id) !== to);
      if (of.length === 0) continue;
      const step: DeliverStep = { kind: "deliver", to, of };
      settled.push(step);
      await deliver(step, 2 * instant + 2); // after the last step
    }
    for (const [replica, document] of documents.entries()) {
      if (when === "deliveries") await compare(replica);
      views.push(await viewOf(document, type));
    }
    if (options.finalReads === true) await readFinally();
    if (options.keep === true) end = await endOf(documents, type, reads);
  } catch (error) {
    thrown = { after: instant, message: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const document of documents) await document.close?.();
  }
  return {
    script,
    history: operations.finish({ ...head, ...annotated(annotations.finish()) }),
    answers,
    changes: new Set(updates.keys()),
    settled,
    views,
    savable: documents.every(({ save }) => save !== undefined),
    ...(end !== undefined && { end }),
    ...(stale !== undefined && { stale }),
    ...(thrown !== undefined && { thrown }),
  };
}

/** What documents are left with when all is delivered; `undefined` where they cannot be saved. */
async function endOf(
  documents: readonly Document[],
  type: StoreType,
  reads: readonly Call[],
): Promise<SavedState | undefined> {
  const saved = documents.map((document) => document.save?.());
  if (saved.includes(undefined)) return undefined;
  const shown: FinalRead[] = [];
  for (const read of reads) {
    const { result = null } = await callOn(documents[0], type, read);
    shown.push({ ...read, result });
  }
  const state = stateShown(type, shown);
  return state === undefined ? undefined : { saved, state, reads };
}

const annotated = (annotations: readonly AnnotationRecord[]): Pick<HistoryHeader, "annotations"> =>
  annotations.length === 0 ? {} : { annotations };

const observed = (result: Value | undefined): { result?: Value } => (result === undefined ? {} : { result });

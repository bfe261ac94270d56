import type { Annotation, History } from "@sightline/core";
import { compress, decompress } from "./compress.js";
import type { ViewerDocument } from "./document.js";
import { type PackedHistory, unpackHistory } from "./packed-history.js";

/** Before the history in an address. */
const KEY = "#h=";

/** The part of an address that carries a document, without its result: whoever opens it checks again. */
export async function toFragment(document: ViewerDocument): Promise<string> {
  return KEY + (await compress(JSON.stringify({ ...document, result: undefined })));
}

/** The document that an address carries, or `undefined` where it carries none. Rejects where it is damaged. */
export async function fromFragment(fragment: string): Promise<ViewerDocument | undefined> {
  if (!fragment.startsWith(KEY)) return undefined;
  return checkDocument(JSON.parse(await decompress(fragment.slice(KEY.length))));
}

/** Refuses what is no document: an address can be made by anybody. Throws a `TypeError`. */
export function checkDocument(given: unknown): ViewerDocument {
  const { title, history, criterion, type } = given as Partial<Record<keyof ViewerDocument, unknown>>;
  const optional = (text: unknown): boolean => text === undefined || typeof text === "string";
  if (typeof title !== "string" || !optional(criterion) || !optional(type)) throw notOne();
  checkColumns(history as PackedHistory);
  return given as ViewerDocument;
}

function checkColumns(packed: PackedHistory): void {
  let history: ReturnType<typeof unpackHistory>;
  try {
    history = unpackHistory(packed);
  } catch {
    throw notOne();
  }
  const { size, labels, sessions, objects, label, session, object, timed, call, ret, clock } = history;
  const inRange = (column: Int32Array, most: number): boolean =>
    column.length === size && column.every((index) => index >= 0 && index < most);
  const sound =
    inRange(label, labels.length) &&
    inRange(session, sessions.length) &&
    inRange(object, objects.length) &&
    (!timed || (call.length === size && ret.length === size)) &&
    (clock === undefined || (clock.call.length === size && clock.ret.length === size)) &&
    (history.optional === undefined || history.optional.length === size) &&
    (history.lines === undefined || history.lines.length === size) &&
    history.happensBefore.every((id) => id >= 0 && id < size) &&
    labels.every(({ method, args }) => typeof method === "string" && Array.isArray(args)) &&
    sessions.every(isName) &&
    hasSoundAnnotations(history);
  if (!sound) throw notOne();
}

function hasSoundAnnotations({ annotations, clock }: History): boolean {
  const moments = clock?.annotations;
  if (annotations === undefined) return moments === undefined;
  const isStretch = ({ at, until }: { readonly at: unknown; readonly until?: unknown }): boolean =>
    typeof at === "number" && (until === undefined || typeof until === "number");
  return (
    Array.isArray(annotations) &&
    annotations.every(
      (one: Annotation) =>
        isStretch(one) && typeof one.text === "string" && (one.session === undefined || isName(one.session)),
    ) &&
    (moments === undefined ||
      (Array.isArray(moments) && moments.length === annotations.length && moments.every(isStretch)))
  );
}

const isName = (name: unknown): boolean => typeof name === "string" || typeof name === "number";

const notOne = (): TypeError => new TypeError("this address does not carry a history");

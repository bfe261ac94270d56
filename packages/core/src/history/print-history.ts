import { readsAsType } from "../types/reads-as-type.js";
import { type History, isPending, labelOf } from "./history.js";
import { isWord } from "./text-cursor.js";
import { sessionNames } from "./names.js";
import { sightRecord } from "./record.js";
import { printName, printObject, printOperation, printValue } from "./print.js";

/**
 * A history as people write it; `parseHistory` reads it back as the same.
 *
 * Sessions stand in order of first appearance, each with its operations in order, so ids may change
 * where sessions were interleaved; edges are between the new ones. Times are the positions of calls and
 * returns among all events: they order operations as the original times did.
 *
 * @param options.labelled whether to print the history's name, and how often it was seen. Default: false
 */
export function printHistory(history: History, options: { readonly labelled?: boolean } = {}): string {
  const sessions: number[][] = history.sessions.map(() => []);
  for (let id = 0; id < history.size; id++) sessions[history.session[id]].push(id);
  const sightOf = printSights(history, sessions.flat());
  const braces = sessions
    .map((ids, session) => ({ ids, name: history.sessions[session] }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ ids, name }, place) => {
      const operations = ids.map((id) => printWhole(history, id) + sightOf(id)).join("; ");
      return `${name === place ? "" : `${printSession(history, name, place)} `}{ ${operations} }`;
    });
  const clauses = printClauses(history, sessions.flat(), options.labelled === true);
  return [
    printType(history),
    braces.join(" || ") || "{ }",
    clauses.length === 0 ? "" : `with ${clauses.join(", ")}`,
  ]
    .filter((piece) => piece !== "")
    .join(" ");
}

/** The operation with all that the notation tells of it: `?q.offer(1) => true @0-4`, `!read() => 1`. */
function printWhole(history: History, id: number): string {
  const { timed, call, ret } = history;
  const mark = history.optional?.[id] === 1 ? "?" : history.final?.[id] === 1 ? "!" : "";
  const on = printObject(history.objects[history.object[id]]);
  const interval = timed ? ` @${call[id]}-${isPending(history, id) ? "" : ret[id]}` : "";
  return mark + on + printOperation(labelOf(history, id)) + interval;
}

/** What follows an operation of which it is known what it saw: ` saw {alice:17} sees [4]`. Ids are by the new order. */
function printSights(history: History, inOrder: readonly number[]): (id: number) => string {
  if (history.sights === undefined) return () => "";
  const names = sessionNames(history.sessions);
  const place = new Map(inOrder.map((id, at) => [id, at]));
  return (id) => {
    const { saw, sees } = sightRecord(history, names, id);
    const ids = sees?.map((one) => place.get(one) ?? -1).sort((a, b) => a - b);
    return [
      ...(saw === undefined ? [] : [` saw {${Object.entries(saw).map(printCount).join(",")}}`]),
      ...(ids === undefined ? [] : [` sees ${printValue(ids)}`]),
    ].join("");
  };
}

const printCount = ([session, count]: readonly [string, number]): string =>
  `${/^(?:0|[1-9]\d{0,14})$/.test(session) ? session : printName(session)}:${count}`;

/** The type with its initial state; with parentheses where a word alone would be read as a session's name. */
function printType({ type, initial }: History): string {
  if (type === undefined) return "";
  if (initial !== undefined) return `${printName(type)}(${printValue(initial)})`;
  return isWord(type) && readsAsType(type) ? type : `${printName(type)}()`;
}

/** A session's name; in quotes where a word alone would be read as the type. */
function printSession({ type }: History, name: string | number, place: number): string {
  if (typeof name === "number") return String(name);
  return type === undefined && place === 0 && readsAsType(name) ? JSON.stringify(name) : printName(name);
}

/** What follows `with`. */
function printClauses(history: History, inOrder: readonly number[], labelled: boolean): string[] {
  const { type, name, seen, initial, happensBefore } = history;
  const place = new Map(inOrder.map((id, at) => [id, at]));
  const clauses: string[] = [];
  for (let e = 0; e < happensBefore.length; e += 2)
    clauses.push(`${place.get(happensBefore[e])} < ${place.get(happensBefore[e + 1])}`);
  if (type === undefined && initial !== undefined) clauses.push(`initial ${printValue(initial)}`);
  if (!labelled) return clauses;
  if (name !== undefined) clauses.push(`name ${JSON.stringify(name)}`);
  if (seen !== undefined) clauses.push(`seen ${seen.count}${seen.of === undefined ? "" : ` of ${seen.of}`}`);
  return clauses;
}

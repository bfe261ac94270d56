import type { History } from "@sightline/core/history/history.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import type { Proof } from "@sightline/core/witness/proof/proof.js";
import type { Random } from "@sightline/core/random.js";
import { fromRecord, toRecord } from "../history/history-record.js";
import { withLessToExplain, withoutTime } from "../history/vary.js";
import { plausibleResult, randomInvocation } from "../history/workload.js";

/** A place in a proof that can be edited. */
type Site = (random: Random) => void;

/**
 * The proof with one edit, somewhere: an id, a premise, a case, a fact, a name or a view that is another, more or gone;
 * two ids exchanged below a node; a case proved as another is, or said to be like it; a distinction left out.
 */
export function mutateProof(proof: Proof, size: number, random: Random): Proof {
  const copy = structuredClone(proof);
  const sites: Site[] = [];
  const names = namesIn(copy.tree);
  const otherRef = (): unknown => {
    if (random.chance(0.5) && names.length > 0)
      return `${random.pick(names)}${random.pick(["", ".before", ".sees", ".quiet", ".at", ".wr"])}`;
    const op = random.int(size);
    if (random.chance(0.7)) return [op, random.int(size)];
    if (random.chance(0.3)) return { answered: op };
    if (random.chance(0.3)) return { recorded: [op, random.int(size)] };
    return { until: op, line: random.pick(["all", op]), view: 0 };
  };
  const visit = (value: unknown, name?: string): void => {
    if (Array.isArray(value)) {
      const list = value as unknown[];
      if (list.length > 0) sites.push(() => void list.splice(random.int(list.length), 1));
      if (name === "from" || name === "clash" || name === "orders")
        sites.push(() => void list.splice(random.int(list.length + 1), 0, otherRef()));
      if (name === "between" || name === "results" || random.chance(0.05))
        sites.push(() => void list.push(random.int(size)));
      if (list.length > 1) sites.push(() => void list.reverse());
      list.forEach((item, at) => {
        if (typeof item === "number") sites.push(() => void (list[at] = random.int(size)));
        const kinds = [
          ["<", "sees", "blind"],
          ["ww", "po", "ppo", "po-loc"],
        ].find((some) => some.some((kind) => kind === item));
        if (kinds !== undefined) sites.push(() => void (list[at] = random.pick(kinds)));
        else if (typeof item === "string") sites.push(() => void (list[at] = otherRef()));
        visit(item);
      });
    } else if (typeof value === "object" && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const [key, field] of Object.entries(fields)) {
        if (typeof field === "number") sites.push(() => void (fields[key] = random.int(size)));
        if (key === "by")
          sites.push(() => void (fields[key] = random.chance(0.5) ? "start" : random.int(size)));
        if (key === "line")
          sites.push(() => void (fields[key] = random.chance(0.5) ? "all" : random.int(size)));
        if (key === "keep") {
          sites.push(() => void (fields[key] = "whole"));
          const some = Array.from({ length: 1 + random.int(3) }, () => random.int(size));
          sites.push(() => void (fields["results"] = some));
        }
        if (key === "end") {
          sites.push(
            () => void (fields[key] = { clash: [otherRef(), otherRef()], between: [random.int(size)] }),
          );
          sites.push(() => void (fields[key] = { orders: [] }));
          sites.push(() => void (fields[key] = { like: [random.int(size), random.int(size)] }));
        }
        if (key === "id" && names.length > 0) sites.push(() => void (fields[key] = random.pick(names)));
        if (key === "clash") sites.push(() => void (fields["search"] = true));
        if (key === "end" || key === "clash" || key === "cases")
          sites.push(() => exchangeIds(fields[key], random.int(size), random.int(size)));
        if (key === "cases" && Array.isArray(field)) sites.push(...amongCases(field.filter(isNode)));
        if (key !== "id" && key !== "criterion") sites.push(() => void delete fields[key]);
        visit(field, key);
      }
    }
  };
  visit({ views: copy.views, tree: copy.tree });
  random.pick(sites)(random);
  return copy;
}

/** A node of a tree that is being edited. */
interface Node {
  by?: unknown;
  end: unknown;
  steps?: unknown;
}

/** Earlier edits may have put anything among cases. */
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "end" in value;

/** Claims about the cases of a distinction: one proved as another is, one like another, one that ends where a case within it does. */
function amongCases(cases: readonly Node[]): Site[] {
  const copyOf = ({ steps, end }: Node): Omit<Node, "by"> =>
    structuredClone(steps === undefined ? { end } : { steps, end });
  return cases.flatMap((one): Site[] => [
    (random) => void Object.assign(one, copyOf(random.pick(cases))),
    (random) => void (one.end = { like: [one.by, random.pick(cases).by] }),
    (random) => {
      const within = (one.end as { cases?: readonly Node[] } | undefined)?.cases ?? [];
      if (within.length > 0) Object.assign(one, copyOf(random.pick(within)));
    },
  ]);
}

/** Exchanges two ids in all that is below a value. */
function exchangeIds(value: unknown, x: number, y: number): void {
  if (typeof value !== "object" || value === null) return;
  const fields = value as Record<string, unknown>;
  for (const [key, field] of Object.entries(fields)) {
    if (typeof field === "number" && key !== "view") fields[key] = field === x ? y : field === y ? x : field;
    else exchangeIds(field, x, y);
  }
}

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = (value as { id?: unknown }).id;
  return [...(typeof own === "string" ? [own] : []), ...Object.values(value).flatMap(namesIn)];
}

/** A history that is like this one, but for a thing or two: a result, a method, an interval, the times. */
export function nearbyHistory(history: History, type: SequentialType, random: Random): History {
  let near = history;
  for (let edits = 1 + random.int(2); edits > 0; edits--) {
    const kind = random.int(4);
    if (kind === 0) near = withLessToExplain(near, random);
    else if (kind === 1) near = withoutTime(near) ?? near;
    else near = withAnother(near, type, random, kind === 2) ?? near;
  }
  return near;
}

/** The history with another result, or another invocation too. */
function withAnother(
  history: History,
  type: SequentialType,
  random: Random,
  onlyResult: boolean,
): History | undefined {
  const record = toRecord(history);
  const operations = record.operations.slice();
  const id = random.int(history.size);
  const { result: _result, ...rest } = operations[id];
  const invocation = onlyResult
    ? { method: rest.method, args: rest.args ?? [] }
    : randomInvocation(type, random, 3);
  const result = plausibleResult(type, invocation, random, 3);
  operations[id] = { ...rest, ...invocation, ...(result !== undefined && { result }) };
  return fromRecord({ ...record, operations });
}

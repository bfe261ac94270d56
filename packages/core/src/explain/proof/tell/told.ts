import { tellGap } from "../../../history/tell-gap.js";
import type { Fact, Pair } from "../../../witness/proof/facts.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { nameOf } from "../../name-of.js";

/** A fact of a verified proof, and the step that told it. */
export interface Told<F extends Fact = Fact> {
  readonly fact: F;
  readonly step?: number;
  /** Where the history tells it: of the first of these whether it saw the second. */
  readonly recorded?: readonly [number, number];
  /** Of an order that was found: who led to what (`wr`), who overwrote it (`rw`, `ww`). */
  readonly kind?: "wr" | "rw" | "ww";
}

/** How operations are named: in full, with their line when they first appear; and in short. */
export interface Names {
  full(id: number): string;
  short(id: number): string;
}

export function createNames({ history }: Scene): Names {
  const told = new Set<number>();
  const isOneLine = new Set(history.lines).size < 2; // then the number of the line tells nothing
  return {
    short: (id) => `#${id}`,
    full(id) {
      const line = isOneLine || told.has(id) ? 0 : (history.lines?.[id] ?? 0);
      told.add(id);
      return `${nameOf(history, id)}${line > 0 ? ` (line ${line})` : ""}`;
    },
  };
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** So many operations are looked at for one by way of which another comes later. */
const MOST_WAYS = 1000;

/** Why the history puts one operation before another. */
export function givenReason({ history, before }: Scene, a: number, b: number): string {
  const { session, happensBefore, ret, call, timed } = history;
  if (a < b && session[a] === session[b]) return "same session";
  for (let at = 0; at < happensBefore.length; at += 2)
    if (happensBefore[at] === a && happensBefore[at + 1] === b) return "declared";
  if (timed && ret[a] < call[b]) return tellGap(history, a, b) ?? "it returned before that was called";
  for (let via = 0; via < Math.min(history.size, MOST_WAYS); via++)
    if (via !== a && via !== b && before(a, via) && before(via, b)) return `by way of #${via}`;
  return "by happens-before";
}

/** What puts one operation before another in the history. */
export function givenKind(scene: Scene, a: number, b: number): "so" | "rt" | "hb" {
  const because = givenReason(scene, a, b);
  return because === "same session" ? "so" : because.startsWith("it returned") ? "rt" : "hb";
}

/** One edge of a chain, from what comes before to what comes after. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly told: Told<Pair>;
}

/** The links that premises give; only those by which one operation sees another, where that is asked. */
export function linksOf(premises: readonly Told[], onlySights: boolean): Link[] {
  return premises.flatMap((told): Link[] => {
    const { fact } = told;
    if (fact.kind === "sees") return [{ from: fact.b, to: fact.a, told: { ...told, fact } }];
    if (fact.kind !== "<" || (onlySights && fact.given !== true)) return [];
    return [{ from: fact.a, to: fact.b, told: { ...told, fact } }];
  });
}

/** A shortest chain of links from one operation to another; round, where they are the same. */
export function chainOf(links: readonly Link[], from: number, to: number): readonly Link[] | undefined {
  const reached = new Map<number, readonly Link[]>();
  const todo: (readonly [number, readonly Link[]])[] = [[from, []]];
  for (let here = todo.shift(); here !== undefined; here = todo.shift()) {
    const [id, chain] = here;
    for (const link of links) {
      if (link.from !== id) continue;
      const longer = [...chain, link];
      if (link.to === to) return longer;
      if (reached.has(link.to)) continue;
      reached.set(link.to, longer);
      todo.push([link.to, longer]);
    }
  }
  return undefined;
}

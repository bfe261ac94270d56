import { printValue } from "../../../history/print.js";
import { toValue } from "../../../types/to-value.js";
import type { States } from "../../../witness/proof/facts.js";
import type { Line } from "../../../witness/proof/proof.js";
import type { Scene } from "../../../witness/scene/scene.js";

/** States beyond so many are counted, not listed. */
const MOST_LISTED = 4;

/** What the whole state is called. */
const nouns: Readonly<Record<string, string>> = {
  mutex: "lock",
  register: "value",
  counter: "value",
  set: "set",
  map: "map",
  list: "list",
  queue: "queue",
  stack: "stack",
  deque: "deque",
  sequence: "list",
  "lww-register": "value",
  "lww-map": "map",
  "pn-counter": "value",
};

/** The state of a user's type, where it is a value or has the form of one. */
function showValue(state: unknown): string | undefined {
  try {
    return printValue(toValue(state));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The opposite of a clause: `key 1 is neither absent nor 2`. */
function denied(clause: string): string {
  const [subject, values, ...more] = clause.split(" is ");
  if (values === undefined || more.length > 0) return `it is not so that ${clause}`;
  const or = values.lastIndexOf(" or ");
  return or < 0
    ? `${subject} is not ${values}`
    : `${subject} is neither ${values.slice(0, or)} nor ${values.slice(or + " or ".length)}`;
}

/** That the state of a view is in a set, as a clause. */
export function clauseOf(scene: Scene, view: number, line: Line, states: States): string {
  const { object, keep } = scene.views[view];
  const of = object === undefined ? "" : ` of ${object}`;
  const space = scene.space(view, line);
  if ([...states].some(space.standsForOthers)) {
    const rest = [...space.all].filter((state) => !states.has(state));
    if (rest.length === 0 || rest.some(space.standsForOthers)) return `the state${of} is one of several`;
    return denied(clauseOf(scene, view, line, new Set(rest)));
  }
  const all = [...states].map((state): unknown => space.stateAt(state));
  if (keep !== "whole" && scene.type.views !== undefined) {
    const text = scene.type.views.tell(all, keep);
    return object === undefined ? text : `in ${object}, ${text}`;
  }
  const { show = showValue } = scene.type;
  const texts = [...new Set(all.map((state) => show(state)))];
  if (texts.every((text) => Number.isFinite(Number(text ?? "-"))))
    texts.sort((a, b) => Number(a) - Number(b));
  if (texts.length > MOST_LISTED || texts.includes(undefined))
    return `the state${of} is one of ${states.size} that fit`;
  const noun = (scene.type.ofUser === true ? undefined : nouns[scene.type.name]) ?? "state";
  const last = texts.at(-1) ?? "";
  return `the ${noun}${of} is ${texts.length === 1 ? last : `${texts.slice(0, -1).join(", ")} or ${last}`}`;
}

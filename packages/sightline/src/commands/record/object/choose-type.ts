import type { Value } from "@sightline/core";
import {
  methodsBeyondType,
  methodsOfType,
  type ObjectSpec,
  type Outcome,
  type Program,
} from "@sightline/lab";
import { count } from "../../../render/count.js";
import type { RecordObjectWishes } from "./options.js";

/** Which type recorded histories name, and what there is to say about it. */
export interface TypeChoice {
  /** What programs are made of: all methods, or those that the type has too. */
  readonly spec: ObjectSpec;
  /** The type that a history of this program with these results names. */
  typeFor(program: Program, results: Outcome): string | undefined;
  /** What to know before the recording, and after it. */
  readonly before: readonly string[];
  after(): readonly string[];
}

/**
 * The type that histories name: that of `--type`, else the one of the specification, which is known to do the
 * same for an object made with the default arguments. Unless methods are asked for by name, random programs
 * call only those that it has, so that `check` can read what is recorded.
 */
export function chooseType(
  spec: ObjectSpec,
  { type: asked, workload, constructed }: Pick<RecordObjectWishes, "type" | "workload" | "constructed">,
): TypeChoice {
  const type = asked ?? (constructed ? undefined : spec.type);
  if (type === undefined) {
    const why =
      spec.type === undefined
        ? "no built-in type is known to do the same"
        : `--args may make it another object than ${spec.type}`;
    return { spec, typeFor: () => undefined, before: [], after: () => [noTypeNote(why)] };
  }
  const beyond = new Set<string>();
  const untyped = new Set<Program>();
  let threw = 0;
  const known = methodsOfType(spec, type);
  const random = workload.programs === undefined && workload.methods === undefined;
  const restricted = asked === undefined && random && known.length > 0;
  const left = spec.methods.filter((method) => !known.includes(method)).map(({ name }) => name);
  return {
    spec: restricted ? { ...spec, methods: known } : spec,
    typeFor(program, results) {
      // Whoever names a type knows what its methods return.
      const missing = methodsBeyondType(asked === undefined ? spec.methods : [], program, type);
      for (const method of missing) beyond.add(method);
      if (missing.length > 0) untyped.add(program);
      // The methods of built-in types throw nothing: what threw was called with arguments that no type knows.
      else if (asked === undefined && results.some(isException)) threw++;
      else return type;
      return asked;
    },
    before:
      restricted && left.length > 0
        ? [
            `note: the programs call what the type ${type} has too, so that check can read the histories. ` +
              `Left out: ${[...new Set(left)].join(", ")}. --methods takes them in`,
          ]
        : [],
    after: () => [
      ...(untyped.size === 0
        ? []
        : [
            `note: the type ${type} has no ${[...beyond].join(", ")}: ` +
              (asked === undefined
                ? `the histories of ${count(untyped.size, "program")} name no type. ${OWN_TYPE}`
                : `check will refuse the histories of ${count(untyped.size, "program")}`),
          ]),
      ...(threw === 0
        ? []
        : [
            `note: the type ${type} throws nothing: ${count(threw, "history")} with an exception ${threw === 1 ? "names" : "name"} no type. ${OWN_TYPE}`,
          ]),
    ],
  };
}

const OWN_TYPE = "To check these, give check --type FILE, a module that says what the methods do";

/** Whether a result says that the call threw. */
function isException(result: Value): boolean {
  return typeof result === "object" && result !== null && !Array.isArray(result) && "throws" in result;
}

/** What to do with histories that name no type. */
function noTypeNote(why: string): string {
  return (
    `note: the histories name no type: ${why}. Give check --type NAME (see sightline types), or --type FILE, ` +
    "a module that says what the methods do"
  );
}

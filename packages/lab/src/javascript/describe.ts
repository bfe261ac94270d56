import type { MethodSpec, ObjectSpec, SkippedMethod } from "../object/object-spec.js";

/** Names that promise to leave an object as it is. */
const READS =
  /^(get|has|contains|includes|is|peek|size|length|count|keys|values|entries|read|to|indexOf|first|last|min|max|sum)($|[A-Z])/;

const VERB =
  "(?:Put|Add|Create|Make|Build|Init|Initiali[sz]e|Remove|Delete|Poll|Take|Pop|Push|Shift|Offer|Insert|Append" +
  "|Update|Increment|Decrement|Inc|Dec|Reset|Clear|Compute|Merge|Replace|Swap|Exchange|Drain|Load|Store|Write" +
  "|Apply|Accumulate|Register|Acquire|Release|Lock|Unlock|Close|Advance|Consume)";

/**
 * Names that go on to change something: `getOrInsert`, `getAndBump`, `sumThenReset`, `firstRemove`; but not
 * `getOrDefault`.
 */
const CHANGES = new RegExp(
  `^getAnd|(?:And|Or|Then|If|Absent|Present)(?:Set|(?:[A-Z].*)?${VERB})(?![a-z])` +
    "|(?:Put|Add|Remove|Delete|Poll|Take|Pop|Insert|Increment|Decrement|Reset|Clear|Drain|Swap|Replace|Advance|Consume)$",
);

/**
 * What can be seen of a class: the methods of its prototype and of the classes that it extends, with how
 * many parameters each has. JavaScript knows no more, so which methods only read is guessed by their names:
 * people correct that in the file.
 *
 * @param name as the command line has it: `./queue.ts#Queue`
 */
export function describeClass(type: { readonly prototype: object }, name: string): ObjectSpec {
  const methods: MethodSpec[] = [];
  const skipped: SkippedMethod[] = [];
  for (const [method, { value }] of membersOf(type.prototype)) {
    if (typeof value !== "function")
      skipped.push({ name: method, reason: "it is no method: programs are made of calls", hidden: true });
    else if (method.startsWith("_"))
      skipped.push({ name: `${method}()`, reason: "private by its name", hidden: true });
    else methods.push(describeMethod(method, value as () => unknown));
  }
  return { class: name, methods, ...(skipped.length !== 0 && { skipped }) };
}

function describeMethod(name: string, { length }: { readonly length: number }): MethodSpec {
  return {
    name,
    parameters: Array.from({ length }, () => ({ type: "any" })),
    ...(READS.test(name) && !CHANGES.test(name) && { readonly: true }),
  };
}

/** What the class and those above it have, each name once, as the object has it. */
function membersOf(prototype: object): ReadonlyMap<string, PropertyDescriptor> {
  const members = new Map<string, PropertyDescriptor>();
  for (let level = prototype; level !== Object.prototype && level !== null; ) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(level)))
      if (name !== "constructor" && !members.has(name)) members.set(name, member);
    level = Object.getPrototypeOf(level) as object;
  }
  return members;
}

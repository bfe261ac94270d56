import { type GenerateOptions, generatePrograms } from "../object/generate-programs.js";
import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";

/**
 * Random programs of one method under test after another, in turn, so that a run that ends early has
 * tested each method about as much (POPL'19 §5: a program has one method under test, all others in it
 * are trusted). Where no method that changes the object is trusted, nothing would happen around the
 * method under test: the methods are then tested together.
 */
export function* programsInTurn(spec: ObjectSpec, options: GenerateOptions): Generator<Program, void> {
  const tested = options.methods ?? spec.methods.filter(({ trusted }) => trusted !== true);
  const canStandAlone = spec.methods.some(({ trusted, readonly }) => trusted === true && readonly !== true);
  const groups: readonly (readonly MethodSpec[])[] =
    canStandAlone && tested.length > 0
      ? overloadsTogether(tested)
      : [tested.length > 0 ? tested : spec.methods];
  let open = groups.map((methods) => generatePrograms(spec, { ...options, methods }));
  while (open.length > 0) {
    const unfinished: typeof open = [];
    for (const programs of open) {
      const next = programs.next();
      if (next.done === true) continue;
      yield next.value;
      unfinished.push(programs);
    }
    open = unfinished;
  }
}

/** Methods of one name are one method: a program does not tell them apart but by their arguments. */
function overloadsTogether(methods: readonly MethodSpec[]): readonly (readonly MethodSpec[])[] {
  const byName = new Map<string, MethodSpec[]>();
  for (const method of methods) byName.set(method.name, [...(byName.get(method.name) ?? []), method]);
  return [...byName.values()];
}

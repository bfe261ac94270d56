import { stepsOf } from "../object/notation.js";
import type { Program } from "../object/program.js";

/** Which of the methods a program calls. */
export function callsOf(program: Program, methods: readonly { readonly name: string }[]): readonly string[] {
  const called = new Set(stepsOf(program).flatMap(({ on, method }) => (on === undefined ? [method] : [])));
  return methods.flatMap(({ name }) => (called.has(name) ? [name] : []));
}

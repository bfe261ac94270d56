import { stepsOf } from "../object/notation.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import type { DerivePlan } from "./derivation.js";

/**
 * The methods that are taken to be atomic, by name and number of parameters: of two overloads one may be
 * trusted and the other not.
 */
export type Trust = Set<string>;

const keyOf = (name: string, parameters: readonly unknown[]): string => `${name}/${parameters.length}`;

/** Whom the specification trusts, but for those whose levels are asked for. */
export function initialTrust({ spec, methods }: DerivePlan): Trust {
  const asked = new Set(methods.map(({ name, parameters }) => keyOf(name, parameters)));
  const trusted = spec.methods.filter((method) => method.trusted === true);
  const keys = trusted.map(({ name, parameters }) => keyOf(name, parameters));
  return new Set(keys.filter((key) => !asked.has(key)));
}

/** The methods that are trusted by now. */
export function trustedMethods({
  plan,
  trust,
}: {
  readonly plan: DerivePlan;
  readonly trust: Trust;
}): readonly MethodSpec[] {
  return plan.spec.methods.filter(({ name, parameters }) => trust.has(keyOf(name, parameters)));
}

/** A method, with all its overloads, is no longer trusted. */
export function loseTrust(trust: Trust, method: string): void {
  for (const key of trust) if (key.startsWith(`${method}/`)) trust.delete(key);
}

/** The names of the methods that a program calls, those of trusted ones left out. */
export function untrustedIn(program: Program, trust: Trust): ReadonlySet<string> {
  const steps = stepsOf(program).filter(
    ({ on, method, args }) => on === undefined && !trust.has(keyOf(method, args)),
  );
  return new Set(steps.map(({ method }) => method));
}

import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import { arityOf, nameIn, shortSignature, signatureOf } from "../object/signature.js";

/** A method that was left out, by its signature, and why. */
export interface LeftOut {
  readonly method: string;
  readonly reason: string;
}

/**
 * Which methods a run is asked to test, by their signatures: each overload counts on its own. There is no
 * green unless each of them was called in a program that was judged.
 */
export interface TestRequest {
  readonly asked: readonly string[];
  /** Asked for too, but known beforehand to be impossible. */
  readonly impossible: readonly LeftOut[];
  /** Methods that the class has of which nothing is asked. */
  readonly notAsked: readonly LeftOut[];
}

/** What is known of a class, and from where. */
export interface KnownClass {
  readonly spec: ObjectSpec;
  /** What reflection tells, where the specification is somebody's word: it may say less than there is. */
  readonly described?: ObjectSpec;
}

/** Whether a method is meant by a name or by a signature, with or without the packages of its types. */
export const isMeant = (signature: string, wanted: string): boolean =>
  [signature, nameIn(signature), shortSignature(signature)].includes(wanted.replaceAll(" ", ""));

/**
 * What is asked for: the methods that are named (`put`, or one overload as `remove(Object)`); else those that
 * the specification lists, unless `isExempt`; where reflection wrote it, these are all public methods, also
 * those that cannot be tested.
 *
 * @param isExempt why nothing is asked of a method that the specification lists
 */
export function requestOf(
  { spec, described }: KnownClass,
  named: readonly string[] | undefined,
  isExempt: (method: MethodSpec) => string | undefined = () => undefined,
): TestRequest {
  const has = signaturesIn(described ?? spec);
  const signature = (method: MethodSpec): string => asTheClassHasIt(signatureOf(method), has);
  const skipped = (spec.skipped ?? []).map(({ name, reason, hidden }) => ({ method: name, reason, hidden }));
  if (named !== undefined) {
    const isNamed = (method: string): boolean => named.some((wanted) => isMeant(method, wanted));
    return {
      asked: spec.methods.map(signature).filter(isNamed),
      impossible: skipped.filter(({ method }) => isNamed(method)).map(leftOut),
      notAsked: [],
    };
  }
  const isOurs = described === undefined;
  const exempt = spec.methods.flatMap((method): LeftOut[] => {
    const reason = isExempt(method);
    return reason === undefined ? [] : [{ method: signature(method), reason }];
  });
  const listed = new Set([...spec.methods.map(signature), ...skipped.map(({ method }) => method)]);
  const beyond = has.filter((method) => !listed.has(method));
  const unasked = skipped.filter(({ hidden }) => !isOurs || hidden === true);
  return {
    asked: spec.methods.filter((method) => isExempt(method) === undefined).map(signature),
    impossible: isOurs ? skipped.filter(({ hidden }) => hidden !== true).map(leftOut) : [],
    notAsked: [
      ...exempt,
      ...unasked.map(leftOut),
      ...beyond.map((method) => ({ method, reason: "the specification does not list it" })),
    ],
  };
}

/** All that a class has, whether or not it can be tested. */
const signaturesIn = ({ methods, skipped = [] }: ObjectSpec): readonly string[] => [
  ...methods.map(signatureOf),
  ...skipped.flatMap(({ name, hidden }) => (hidden === true ? [] : [name])),
];

/** People write types as they like: where only one method can be meant, it is that one. */
function asTheClassHasIt(signature: string, has: readonly string[]): string {
  if (has.includes(signature)) return signature;
  const meant = has.filter((own) => nameIn(own) === nameIn(signature) && arityOf(own) === arityOf(signature));
  return meant.length === 1 ? meant[0] : signature;
}

const leftOut = ({ method, reason }: LeftOut): LeftOut => ({ method, reason });

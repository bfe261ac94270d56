import type { LevelName, Value } from "@sightline/core";

/** A parameter of a method or constructor. */
export interface ParameterSpec {
  /** The name of its type; with the others it tells overloads apart. */
  readonly type: string;
  /** The type that arguments are of, where that is another: of a type variable, what the class gives for it. */
  readonly as?: string;
  /** The types of the elements of a collection, array or `Optional`; of the keys and values of a map. */
  readonly of?: readonly ParameterSpec[];
  /** The arguments that are given. Default: those of its type. */
  readonly values?: readonly Value[];
  /** Whether arguments are written with their type, as `{"long": 1}`: another overload would be meant without. */
  readonly cast?: boolean;
}

/** The specification of a method. */
export interface MethodSpec {
  readonly name: string;
  readonly parameters: readonly ParameterSpec[];
  /** Whether it returns nothing. */
  readonly void?: boolean;
  /** Whether it leaves the object as it is. */
  readonly readonly?: boolean;
  /** Whether it is taken to be atomic, so that a violation is the other methods' (POPL'19 §5.1). */
  readonly trusted?: boolean;
  /** Whether its results are not those of the method of this name that the class's `type` has. */
  readonly beyondType?: boolean;
  /** Its level; absent: none that is known to hold. */
  readonly visibility?: LevelName;
  /** Overrides of the bounds of programs that test this method. */
  readonly harnessParameters?: HarnessParameters;
}

/** The bounds of generated programs (POPL'19 §5). */
export interface HarnessParameters {
  readonly threads?: number;
  readonly invocations?: number;
  readonly values?: number;
}

/** A method that `describe` left out. */
export interface SkippedMethod {
  /** With its parameter types: `take()`. */
  readonly name: string;
  readonly reason: string;
  /** Nobody would miss it: it is private, or no method at all. */
  readonly hidden?: true;
}

/**
 * The specification of a class under test, as `describe` writes it and people edit it: the JSON form
 * of Violat's class specifications.
 */
export interface ObjectSpec {
  /** `java.util.concurrent.ConcurrentHashMap`, or `./file.ts#ClassName`. */
  readonly class: string;
  /**
   * The built-in type that does the same, called sequentially, by all methods that both have, with the default
   * arguments of the constructor: what recorded histories name.
   */
  readonly type?: string;
  /** The parameters of the constructor to use; none: the one without. */
  readonly parameters?: readonly ParameterSpec[];
  /** The arguments for them. */
  readonly default_parameters?: readonly unknown[];
  readonly harnessParameters?: HarnessParameters;
  readonly methods: readonly MethodSpec[];
  /** What cannot be tested, and why: for people to read. */
  readonly skipped?: readonly SkippedMethod[];
}

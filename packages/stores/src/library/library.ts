import type { Value } from "@sightline/core";
import type { StoreType } from "../workload/workload.js";

/** Now or later. */
export type Maybe<T> = T | Promise<T>;

/** A map from texts to values. */
export interface KeyedPart {
  get(key: string): Maybe<Value | undefined>;
  set(key: string, value: Value): Maybe<unknown>;
  /** Deletes a key that is there. */
  delete(key: string): Maybe<unknown>;
  entries(): Maybe<readonly (readonly [string, Value])[]>;
}

/** A list of values. */
export interface ListPart {
  /** Puts the value before the one at the index; the index may be the length. */
  insert(index: number, value: Value): Maybe<unknown>;
  /** Deletes the value at an index that is there. */
  delete(index: number): Maybe<unknown>;
  values(): Maybe<readonly Value[]>;
}

/** A number that every replica may add to. */
export interface CounterPart {
  add(amount: number): Maybe<unknown>;
  value(): Maybe<number>;
}

/** One replica's copy of the document, in the library's own terms. */
export interface Document {
  readonly map: KeyedPart;
  readonly list?: ListPart;
  readonly counter?: CounterPart;
  /** Takes what others must be told of the last change; `undefined` where it changed nothing. */
  takeUpdate(): unknown;
  /** Gets updates of others, all at once. */
  receive(updates: readonly unknown[]): Maybe<unknown>;
  /**
   * Whether an update that it has got is part of what it shows: one that is kept until others arrive is not. A library
   * that does not tell, or forgets what it cannot apply, has none; then nobody says what operations saw.
   */
  has?(update: unknown): boolean;
  /** Whether an update brings all that its author has by the time it is delivered. */
  readonly bringsAll?: boolean;
  /** The whole state, to be opened again; a library whose documents live elsewhere has none. */
  save?(): unknown;
  /** Lets go of what is held outside. */
  close?(): Maybe<unknown>;
}

/** How a document is opened. */
export interface OpenDocument {
  /** The number of the replica, from 0: its name among the others. */
  readonly replica: number;
  /** What the document is used as, where the library asks for its shape beforehand. */
  readonly type: StoreType;
  /** A state that `save` gave, to begin with. */
  readonly saved?: unknown;
  /** A clock that runs with the script, for libraries that look at the time. */
  readonly now: () => number;
  /** Names the run, for libraries whose documents have names. */
  readonly run: string;
}

/** A library that is loaded. */
export interface LoadedLibrary {
  open(options: OpenDocument): Maybe<Document>;
}

/** The same in the words of a program that uses the library and nothing else; each function gives a piece of text. */
export interface LibraryCode {
  /** Imports, and the function `open(replica)`. */
  readonly prelude: string;
  /** The function `reload(document)`, where documents can be saved. */
  readonly reload?: string;
  readonly map: {
    readonly get: (document: string, key: string) => string;
    readonly set: (document: string, key: string, value: string) => string;
    readonly delete: (document: string, key: string) => string;
    /** The pairs, in any order. */
    readonly entries: (document: string) => string;
  };
  readonly list?: {
    readonly insert: (document: string, index: number, value: string) => string;
    readonly delete: (document: string, index: number) => string;
    readonly values: (document: string) => string;
  };
  readonly counter?: {
    readonly add: (document: string, amount: number) => string;
    readonly value: (document: string) => string;
  };
  /** A change of a document, and its update under a name, where that is used later. */
  readonly change: (document: string, statement: string, update?: string) => string;
  readonly receive: (document: string, updates: readonly string[]) => string;
}

/** A library of replicated documents, and how it is used: one small file for each. */
export interface Library {
  /** As targets name it, such as `yjs`. */
  readonly name: string;
  /** What must be installed beside Sightline; the first one's version is told. */
  readonly packages: readonly [string, ...string[]];
  /** What it can be used as. */
  readonly types: readonly StoreType[];
  /** Loads it by a function that imports a module of the user's project. */
  load(importModule: (name: string) => Promise<never>): Promise<LoadedLibrary>;
  readonly code: LibraryCode;
}

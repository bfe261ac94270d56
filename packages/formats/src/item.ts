import type { History } from "@sightline/core";
import type { InputError } from "./input-error.js";
import type { Machine } from "./litmus/machine.js";
import type { Observation } from "./litmus/observation.js";

/**
 * What a model says of the litmus test that a history is an outcome of, with the last of its outcomes: all
 * final states.
 */
export type Observe = (model: Machine) => Observation;

/** A history of an input, or why there is none; `index` counts both from 0. */
export type Item =
  | {
      readonly index: number;
      readonly history: History;
      readonly observe?: Observe;
      readonly error?: undefined;
    }
  | {
      readonly index: number;
      readonly error: InputError;
      readonly history?: undefined;
      readonly observe?: undefined;
    };

/** A history, or a placed error, before its file and index are known. */
export type Found =
  | { readonly history: History; readonly observe?: Observe; readonly error?: undefined }
  | { readonly error: Error; readonly history?: undefined };

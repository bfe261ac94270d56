import type { History } from "@sightline/core";
import type { InputError } from "./input-error.js";

/** A history of an input, or why there is none; `index` counts both from 0. */
export type Item =
  | { readonly index: number; readonly history: History; readonly error?: undefined }
  | { readonly index: number; readonly error: InputError; readonly history?: undefined };

/** A history, or a placed error, before its file and index are known. */
export type Found =
  | { readonly history: History; readonly error?: undefined }
  | { readonly error: Error; readonly history?: undefined };

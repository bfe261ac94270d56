import type { ErrorCode } from "../errors/error-code.js";
import type { LevelMap } from "../criteria/level-map.js";
import type { MemoryModel } from "../criteria/memory-models.js";
import { HistoryError } from "../history/error.js";
import { type History, labelOf } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, type Value } from "../history/value.js";
import { didYouMean } from "../text/did-you-mean.js";
import { checkLabel, findType } from "../types/index.js";
import type { Replicated } from "../types/replicated.js";
import type { SequentialType } from "../types/type.js";
import { TypeFailure } from "../types/type-failure.js";

/** The type that is asked for, or else the history's own. Throws a `HistoryError`. */
export function resolveType(history: History, given: SequentialType | string | undefined): SequentialType {
  const wanted = given ?? history.type;
  if (wanted === undefined)
    throw new HistoryError("SL1007", 'the history does not tell its type: add "type" to it, or give --type', [
      "type",
    ]);
  return typeof wanted === "string" ? findType(wanted) : wanted;
}

/** Whether the type can start from the state and has every method, with arguments as it takes them. */
export function checkFit(history: History, type: SequentialType, initial: Value | undefined): void {
  let start: unknown;
  try {
    start = type.init(initial);
  } catch (error) {
    if (error instanceof TypeFailure && initial === undefined) throw error;
    const { message } = error as Error;
    throw new HistoryError(
      "SL1009",
      `the initial state does not fit type ${type.name}: ${message}`,
      ["initial"],
      {
        cause: error,
      },
    );
  }
  const seen = new Uint8Array(history.labels.length);
  for (let id = 0; id < history.size; id++) {
    const label = history.label[id];
    if (seen[label] === 1) continue;
    seen[label] = 1;
    try {
      checkLabel(type, history.labels[label]);
      type.step(start, history.labels[label]); // refuses arguments that make no sense
    } catch (error) {
      throw new HistoryError(
        codeOf(error, "SL1008"),
        (error as Error).message,
        ["operations", id, "method"],
        {
          cause: error,
        },
      );
    }
  }
  if (type.replicated?.ordered !== undefined)
    checkUnique(history, { name: type.name, ...type.replicated }, initial);
}

/** Refuses a value that is put twice where each must be put once. */
function checkUnique(
  history: History,
  { name, puts, initial: first }: Replicated & { readonly name: string },
  initial: Value | undefined,
): void {
  const known = new Set<string>();
  const meet = (object: number, value: Value, path: readonly (string | number)[]): void => {
    const text = `${object} ${canonical(value)}`;
    if (known.has(text))
      throw new HistoryError(
        "SL1008",
        `the elements of a ${name} are unique, and ${printValue(value)} is there twice`,
        path,
      );
    known.add(text);
  };
  history.objects.forEach((_, object) => first(initial).forEach((value) => meet(object, value, ["initial"])));
  for (let id = 0; id < history.size; id++) {
    const value = puts(labelOf(history, id));
    if (value !== undefined) meet(history.object[id], value, ["operations", id, "args"]);
  }
}

/** Refuses a level for a method that the type has not: silently ignored, a slip would change the verdict. */
export function checkLevelMethods(levels: LevelMap, type: SequentialType): void {
  if (type.methods === undefined) return;
  const known = Object.keys(type.methods);
  for (const method of Object.keys(levels)) {
    if (method === "*" || known.includes(method)) continue;
    const hint = didYouMean(method, known, `its methods are ${known.join(", ")}`);
    throw new HistoryError("SL1305", `a level is given for ${method}, which ${type.name} has not: ${hint}`);
  }
}

/** Refuses a model of shared memory for what is none. */
export function checkModelType(model: MemoryModel, type: SequentialType): void {
  if (type.name === "memory") return;
  throw new HistoryError(
    "SL1304",
    `${model} is for histories of type memory (read(x), write(x,v)), and this one is of type ${type.name}: ask for sequential or a level`,
    ["type"],
  );
}

/** The code of an error that has one. */
const codeOf = (error: unknown, otherwise: ErrorCode): ErrorCode =>
  error instanceof HistoryError ? error.code : otherwise;

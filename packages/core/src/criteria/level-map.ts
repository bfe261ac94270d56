import { HistoryError } from "../history/error.js";
import { findName } from "../text/find-name.js";
import { didYouMean } from "../text/did-you-mean.js";
import { type LevelName, levelNames } from "./levels.js";

/** A level per method; `*` stands for all methods that are not named. */
export type LevelMap = Readonly<Record<string, LevelName>>;

/** The level of methods that a map does not name. */
export const DEFAULT_LEVEL: LevelName = "complete";

/** The level of that name. Throws a `HistoryError` that says which there are. */
export function findLevel(name: unknown): LevelName {
  const found = typeof name === "string" ? findName(name, levelNames) : undefined;
  if (found !== undefined) return found;
  const hint = didYouMean(name, levelNames, `the levels are ${levelNames.join(", ")}`);
  throw new HistoryError("SL1305", `unknown level ${JSON.stringify(name)}: ${hint}`);
}

/** Reads `put=complete,contains=monotonic,*=weak`. Throws a `HistoryError`. */
export function parseLevelMap(text: string): LevelMap {
  const levels = new Map<string, LevelName>();
  for (const entry of text.split(",")) {
    const [method, level, ...more] = entry.split("=").map((word) => word.trim());
    if (method === "" || level === undefined || more.length > 0)
      throw new HistoryError(
        "SL1305",
        `levels are given as method=level with commas between, such as put=complete,*=weak: "${entry.trim()}" is not`,
      );
    if (levels.has(method)) throw new HistoryError("SL1305", `the level of ${method} is given twice`);
    levels.set(method, findLevel(level));
  }
  return Object.fromEntries(levels);
}

/** Checks a map that came from elsewhere, such as a JSON file. Throws a `HistoryError`. */
export function checkLevelMap(given: unknown): LevelMap {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new HistoryError("SL1305", 'levels are an object such as {"put":"complete","*":"weak"}');
  return Object.fromEntries(Object.entries(given).map(([method, level]) => [method, findLevel(level)]));
}

/** A map as `parseLevelMap` reads it: methods in order, the rest last. */
export function printLevelMap(levels: LevelMap): string {
  const named = Object.entries(levels).filter(([method]) => method !== "*");
  return [...named, ["*", levels["*"] ?? DEFAULT_LEVEL]].map((entry) => entry.join("=")).join(",");
}

/** The level of a method. */
export function levelOf(levels: LevelMap, method: string): LevelName {
  if (method !== "*" && Object.hasOwn(levels, method)) return levels[method];
  return levels["*"] ?? DEFAULT_LEVEL;
}

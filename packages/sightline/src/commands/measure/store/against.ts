import { fisherExact, type LevelName, type OrderName } from "@sightline/core";
import { Command } from "commander";
import { UsageError } from "../../../errors/usage-error.js";
import { declareStoreOptions, type StoreFlags } from "../../shared/store-options.js";
import { tableLevels } from "../../../report/census.js";
import type { StoreSurvey } from "./survey-store.js";

/** A second configuration, as `--against` gives it. */
export interface SecondStore {
  readonly target: string;
  readonly flags: StoreFlags;
}

/**
 * Reads the second configuration: options that are different, after a target if that is another, too, such as
 * `--consistency primary` or `loro:map --delivery any`. Throws a `UsageError`.
 */
export function secondStore(text: string, target: string, flags: StoreFlags): SecondStore {
  const command = new Command("--against")
    .argument("[TARGET]")
    .option("--values <N|unique>")
    .option("--seed <N>")
    .exitOverride()
    .configureOutput({ writeErr() {}, writeOut() {} });
  declareStoreOptions(command);
  try {
    command.parse(
      text
        .trim()
        .split(/\s+/)
        .filter((word) => word !== ""),
      { from: "user" },
    );
  } catch (error) {
    throw new UsageError("SL4003", `--against: ${(error as Error).message.replace(/^error: /, "")}`);
  }
  const other = command.opts<StoreFlags>();
  if (command.args.length === 0 && Object.keys(other).length === 0)
    throw new UsageError(
      "SL4004",
      '--against takes what is different, such as "--delivery any" or "loro:map --delivery any"',
    );
  return { target: command.args[0] ?? target, flags: { ...flags, ...other } };
}

/** How two configurations differ at a level. */
export interface LevelDifference {
  readonly order: OrderName;
  readonly level: LevelName;
  /** Violated and decided, in the first and in the second. */
  readonly first: readonly [violated: number, decided: number];
  readonly second: readonly [violated: number, decided: number];
  /** The probability of such a difference where there is none, by Fisher's exact test. */
  readonly p: number;
  /** Whether it is one, among all the differences that were looked for (Holm 1979). */
  readonly distinguishable: boolean;
}

/** Below this a difference is believed. */
const SIGNIFICANT = 0.05;

/** Compares two surveys, level by level. */
export function compareSurveys(a: StoreSurvey, b: StoreSurvey): readonly LevelDifference[] {
  const differences = (["session", "realtime"] as const).flatMap((order) =>
    tableLevels.map((level) => {
      const [first, second] = [a, b].map(({ censuses }) => {
        const { satisfied, violated } = censuses[order].counts[level];
        return [violated, satisfied + violated] as const;
      });
      return { order, level, first, second, p: fisherExact(...first, ...second) };
    }),
  );
  const sorted = differences.toSorted((one, other) => one.p - other.p);
  const failing = sorted.findIndex(({ p }, rank) => p >= SIGNIFICANT / (sorted.length - rank));
  const believed = new Set(failing < 0 ? sorted : sorted.slice(0, failing));
  return differences.map((one) => ({ ...one, distinguishable: believed.has(one) }));
}

/** The comparison for people, line by line. */
export function differenceLines(differences: readonly LevelDifference[]): readonly string[] {
  const found = differences.filter(({ distinguishable }) => distinguishable);
  if (found.length === 0)
    return ["Not distinguishable: no level differs by more than chance allows (Fisher's exact test, 5 %)."];
  return [
    "Distinguishable (Fisher's exact test, 5 % for all levels together):",
    ...found.map(
      ({ order, level, first, second, p }) =>
        `  ${level} over ${order === "realtime" ? "real time" : "session order"}: violated by ${first.join(" of ")} ` +
        `against ${second.join(" of ")}, p ${p < 0.0001 ? "< 0.0001" : `= ${Number(p.toPrecision(2))}`}`,
    ),
  ];
}

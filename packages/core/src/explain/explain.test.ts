import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { type CriterionName, criteria } from "../criteria/criterion.js";
import { parseHistory } from "../history/notation.js";
import { type History, isPending, labelOf } from "../history/history.js";
import { printHistory, printOperation } from "../history/print.js";
import { select } from "../history/select.js";
import type { Violation } from "../result.js";
import { generateHistory } from "../testing/generate.js";
import { satisfies } from "../testing/oracle.js";
import { toRecord } from "../testing/record.js";
import { findType, typeNames } from "../types/index.js";
import type { SequentialType } from "../types/type.js";

const everyId = (history: History): number[] => Array.from({ length: history.size }, (_, id) => id);

/** All subsets of a short list. */
const subsets = (list: readonly number[]): number[][] =>
  list.reduce<number[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]);

/** A choice of other operations with which the core would have an order after all: there should be none. */
function wayOut(history: History, type: SequentialType, criterion: CriterionName, core: readonly number[]) {
  const others = everyId(history).filter((id) => !core.includes(id));
  return subsets(others).find((chosen) => {
    const ids = Int32Array.from([...core, ...chosen]).sort();
    return satisfies(select(history, ids).history, type, criterion, history.initial);
  });
}
console.log(
  wayOut,
  check,
  criteria,
  parseHistory,
  isPending,
  labelOf,
  printHistory,
  printOperation,
  toRecord,
  findType,
  typeNames,
  describe,
  expect,
  test,
  generateHistory,
  {} as Violation,
);

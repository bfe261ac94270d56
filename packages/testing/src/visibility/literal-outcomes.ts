import { type History, labelOf } from "@sightline/core/history/history.js";
import { compare, canonical, type Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { bitsOf } from "./bits.js";
import { levelHoldsIn } from "./level-holds.js";
import {
  happensBeforeRelation,
  type LevelOf,
  subsequences,
  type VisibilityOracleOptions,
} from "./visibility-oracle.js";

/**
 * Every outcome of a program (a history whose results do not matter) that the levels admit, sorted:
 * one result per operation, in the order of their ids. Literally POPL'19 Fig. 7: for each
 * linearization and each visibility with the right levels, what each operation returns after what
 * it sees. Slow and obvious, for up to six operations.
 */
export function literalOutcomes(
  program: History,
  type: SequentialType,
  levelOf: LevelOf,
  { order = "session", initial = program.initial }: VisibilityOracleOptions = {},
): readonly (readonly Value[])[] {
  const hb = happensBeforeRelation(program, order);
  const ids = Array.from({ length: program.size }, (_, id) => id);
  const levels = ids.map((id) => levelOf(labelOf(program, id).method));
  const found = new Map<string, readonly Value[]>();
  const vis = new Int32Array(program.size);
  const upTo = ids.map((j) => bitsOf(ids.filter((k) => k === j || hb[k][j])));

  /** What the last operation of a sequence may return at its end. */
  const results = (sequence: readonly number[], at: number, states: readonly unknown[]): Value[] => {
    const { method, args } = labelOf(program, sequence[at]);
    const object = program.object[sequence[at]];
    return outcomes(type, states[object], { method, args }).flatMap(({ state, result }) =>
      at === sequence.length - 1 ? [result] : results(sequence, at + 1, states.with(object, state)),
    );
  };

  const goOn = (lin: readonly number[], ret: readonly Value[]): void => {
    if (lin.length === ids.length) found.set(canonical(ret), ret);
    for (const id of ids) {
      if (lin.includes(id) || ids.some((other) => hb[other][id] && !lin.includes(other))) continue;
      for (const seen of subsequences(lin)) {
        vis[id] = bitsOf([...seen, id]);
        if (!levelHoldsIn(levels[id], id, { vis, upTo, before: bitsOf(lin) })) continue;
        const start = program.objects.map((): unknown => type.init(initial));
        for (const result of results([...seen, id], 0, start)) goOn([...lin, id], ret.with(id, result));
      }
    }
  };

  goOn(
    [],
    ids.map(() => null),
  );
  return [...found.values()].sort(compare);
}

import { expect } from "vitest";
import type { LevelName } from "@sightline/core/criteria/levels.js";
import type { OrderName } from "@sightline/core/criteria/order-name.js";
import type { History } from "@sightline/core/history/history.js";
import type { Witness } from "@sightline/core/result.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { verifyVisibility } from "@sightline/core/witness/verify-visibility.js";

/** Expects that the witness holds where all operations have the level. */
export function expectWitness(
  history: History,
  type: SequentialType,
  level: LevelName,
  witness: Witness,
  order: OrderName = "session",
): void {
  const claim = { type, initial: history.initial, order, levels: () => level };
  expect(verifyVisibility(history, claim, witness)).toEqual({ valid: true });
}

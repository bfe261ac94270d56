/** Why a proof is not accepted. */
export class Refusal extends Error {}

/** Ends the check of a proof. */
export function refuse(reason: string): never {
  throw new Refusal(reason);
}

import type { Access } from "@sightline/lab";

/** How a run of the tests went, besides the tests. */
export interface LitmusFacts {
  readonly access: Access;
  readonly milliseconds: number;
  readonly interrupted: boolean;
  readonly cores: number;
}

import type { LitmusTest } from "@sightline/lab";

/** A program in the notation: `{ write(x,1); read(y) } || { write(y,1); read(x) }`. */
export function printProgram({ program }: LitmusTest): string {
  return program.threads
    .map((steps) => {
      const accesses = steps.map(([kind, variable, value]) =>
        kind === "w" ? `write(${variable},${value})` : `read(${variable})`,
      );
      return `{ ${accesses.join("; ")} }`;
    })
    .join(" || ");
}

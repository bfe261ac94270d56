import { type Criterion, criteria } from "@sightline/core";
import { createOutput } from "../../output/output.js";
import { type Style, styleFor } from "../../render/style.js";
import { wrap } from "../../render/wrap.js";
import { canonicalName } from "../shared/criterion-options.js";

/** `sightline criteria`: the exit status. */
export async function runCriteria(name: string | undefined): Promise<number> {
  const style = styleFor(process.stdout, process.env);
  const text =
    name === undefined
      ? Object.values(criteria)
          .map((criterion) => renderCriterion(criterion, style))
          .join("") + hint
      : renderCriterion(criteria[await canonicalName(name)], style, true);
  await createOutput().write(text, "");
  return 0;
}

const hint =
  "\nA level per method: --levels put=complete,contains=monotonic,*=complete\n" +
  'A model of your own: --axioms "vis >= hb; vis >= vis.vis"\n' +
  "All models of shared memory, weakest first: --criterion gradual\n";

/** A criterion and what it asks, in full with its definition. */
export function renderCriterion(criterion: Criterion, { colours, width }: Style, inFull = false): string {
  const { name, doc, definition } = criterion;
  const lines = [colours.bold(name), wrap(doc, width, "    ")];
  if (inFull && definition !== undefined) lines.push("", wrap(definition, width, "    "));
  return `${lines.join("\n")}\n`;
}

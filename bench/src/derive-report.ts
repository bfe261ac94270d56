import {
  type DerivedLevel,
  type MethodLevels,
  printObjectProgram,
  printResults,
  strongestFirst,
  weakestRefuted,
} from "@sightline/lab";
import type { DerivedClass } from "./derive.js";
import { table3Level } from "./derive-table3.js";
import { type Column, renderTable } from "./table.js";
import { changeSince } from "./violat-changes.js";

const levelColumns: readonly Column[] = [
  { heading: "level" },
  { heading: "here" },
  { heading: "in the paper" },
];

const differenceColumns: readonly Column[] = [
  { heading: "method" },
  { heading: "here" },
  { heading: "in the paper" },
  { heading: "why" },
];

const levels: readonly DerivedLevel[] = [...strongestFirst, "none", "untested"];

/** Per class the levels here and in the paper, what differs and why, and the axioms. */
export function renderDerived(derived: readonly DerivedClass[], seconds: number, machine: string): string {
  return [
    "## The strongest levels of Java's collections (POPL'19 Table 3)",
    `${machine}. ${seconds} s for each class. What is not refuted is not proved.`,
    ...derived.map(renderClass),
  ].join("\n\n");
}

function renderClass({ className, derivation }: DerivedClass): string {
  const { methods, together, axioms, programs, executions } = derivation;
  const inPaper = (own: MethodLevels): DerivedLevel | undefined =>
    table3Level(className, own.method, own.claimed);
  const names = (some: readonly MethodLevels[]): string => some.map(({ method }) => method).join(", ");
  const rows = levels
    .map((level) => [
      level,
      names(methods.filter((own) => own.level === level)),
      names(methods.filter((own) => inPaper(own) === level)),
    ])
    .filter(([, here, paper]) => here !== "" || paper !== "");
  const differences = methods.filter((own) => {
    const paper = inPaper(own);
    return !own.trusted && paper !== undefined && own.level !== paper;
  });
  const joint =
    together.weakenings.length === 0
      ? "nothing beyond these levels"
      : together.weakenings.map(({ method, to }) => `${method} falls to ${to}`).join("; ");
  return [
    `### ${className}`,
    renderTable(levelColumns, rows),
    ...(differences.length === 0
      ? ["As in the paper."]
      : [
          renderTable(
            differenceColumns,
            differences.map((own) => [
              own.method,
              own.level,
              inPaper(own) ?? "",
              whyDifferent(className, own),
            ]),
          ),
        ]),
    `${programs.toLocaleString("en-GB")} programs, ${executions.toLocaleString("en-GB")} executions. ` +
      `All together: ${joint}.` +
      (axioms === undefined
        ? ""
        : ` Axioms: ${axioms.beyond.length === 0 ? "none beyond the levels" : `${axioms.beyond.length} beyond the levels`}, as held against ${axioms.outcomes} outcomes.`),
  ].join("\n\n");
}

/** Weaker here: what shows it. Stronger: a patch, or what this run was too short to see. */
function whyDifferent(className: string, own: MethodLevels): string {
  const known = changeSince(className, own.method);
  const paper = table3Level(className, own.method, own.claimed) ?? "untested";
  if (own.level === "untested") return "no program of it could be run";
  if (levels.indexOf(own.level) < levels.indexOf(paper))
    return [
      ...(known === undefined ? [] : [known]),
      `nothing refuted ${own.level} in ${own.programs} programs, ${own.executions.toLocaleString("en-GB")} executions`,
    ].join("; ");
  const witness = weakestRefuted(own);
  const shown =
    witness === undefined
      ? "it fell in programs over all methods"
      : `\`${printObjectProgram(witness.program).replaceAll("|", "\\|")}\` showed ${printResults(witness.outcome)} (${witness.count} of ${witness.executions.toLocaleString("en-GB")})`;
  return known === undefined ? shown : `${known}; ${shown}`;
}

import {
  brokenChain,
  type Derivation,
  type DerivedLevel,
  type DerivePlan,
  type MethodLevels,
  printAxiomInstance,
  printObjectProgram,
  printResults,
  type Refutation,
  strongestFirst,
} from "@sightline/lab";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import type { Style } from "../../render/style.js";
import { visible } from "../../render/visible.js";
import { wholeNumber } from "../../render/whole-number.js";
import { wrap } from "../../render/wrap.js";
import { type LeftOutOfRun, renderLeftOut } from "../shared/left-out.js";
import { thinWords } from "../shared/thin-words.js";

/** What is about to be derived. Ends in a newline. */
export function renderDeriveIntent(target: string, { spec, methods }: DerivePlan, style: Style): string {
  const { colours, width } = style;
  const wanted = [...new Set(methods.map(({ name }) => name))];
  const trusted = spec.methods.flatMap((method) => (method.trusted === true ? [method.name] : []));
  const others = [...new Set(trusted)].filter((name) => !wanted.includes(name));
  return [
    colours.bold(target),
    colours.dim(wrap(`levels of: ${wanted.join(", ")}`, width, "  ")),
    ...(others.length === 0
      ? []
      : [colours.dim(wrap(`taken to be atomic: ${others.join(", ")}`, width, "  "))]),
    "",
  ].join("\n");
}

/** A level that falls while programs run. Ends in a newline. */
export function renderRefutation(method: string, refutation: Refutation, { colours }: Style): string {
  const { level, program } = refutation;
  return `${colours.red("✘")} ${visible(method)} is not ${level}: ${colours.cyan(printObjectProgram(program))} => ${seenText(refutation)}\n`;
}

const seenText = ({ outcome, count: seen, executions }: Omit<Refutation, "level">): string =>
  `${printResults(outcome)}  (${wholeNumber(seen)} of ${wholeNumber(executions)})`;

/** A method that was trusted and is not atomic, while programs run. Ends in a newline. */
export function renderDistrust(method: string, witness: Refutation, { colours }: Style): string {
  return (
    `${colours.red("✘")} ${visible(method)} is not atomic, though trusted: ${colours.cyan(printObjectProgram(witness.program))} => ${seenText(witness)}\n` +
    `  what it was part of is judged anew\n`
  );
}

/** All that was derived. Ends in a newline. */
export function renderDerivation(derivation: Derivation, left: LeftOutOfRun, style: Style): string {
  const methods = derivation.methods.map((own) => ({ ...own, method: visible(own.method) }));
  const parts = [
    renderLevels(methods, style),
    renderLeftOut(left, style).trimEnd(),
    renderDistrusted(methods, style),
    renderWitnesses(methods, style),
    renderTogether(derivation, style),
    renderAxioms(derivation, style),
    renderConfidence(derivation, style),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The table of levels (POPL'19 Table 3), and where it differs from what the specification claims. */
function renderLevels(methods: readonly MethodLevels[], { colours, width }: Style): string {
  const all = [...strongestFirst, "none" as const, "untested" as const].flatMap((level) =>
    methods.filter((own) => own.level === level),
  );
  const names = all.map(({ method, trusted }) => (trusted ? `${method}*` : method));
  const programs = all.map((own) => wholeNumber(own.programs));
  const executions = all.map((own) => wholeNumber(own.executions));
  const widest = (cells: readonly string[], title: string): number =>
    Math.max(title.length, ...cells.map((cell) => cell.length));
  const [wide, many, most] = [
    widest(names, "method"),
    widest(programs, "programs"),
    widest(executions, "executions"),
  ];
  const cells = (name: string, some: string, runs: string): string =>
    `${name.padEnd(wide)}  ${some.padStart(many)}  ${runs.padStart(most)}`;
  const lines = [
    colours.dim(`  ${"level".padEnd(11)}${cells("method", "programs", "executions")}`),
    ...all.map(({ level }, i) => {
      const isFirst = i === 0 || all[i - 1].level !== level;
      const word = (isFirst ? levelWord(level) : "").padEnd(11);
      return `  ${colours.bold(word)}${cells(names[i], programs[i], executions[i])}`;
    }),
  ];
  const few = restingOnLittle(methods);
  const differing = methods.filter(
    ({ level, claimed, trusted }) => !trusted && level !== "untested" && level !== (claimed ?? "none"),
  );
  const anyClaim = methods.some(({ trusted, claimed }) => !trusted && claimed !== undefined);
  const notes = [
    ...(methods.some(({ trusted }) => trusted) ? [wrap(TRUSTED_NOTE, width, "  ")] : []),
    ...(few === undefined ? [] : [colours.yellow(wrap(few, width, "  "))]),
    ...(anyClaim && differing.length > 0
      ? [
          wrap(
            `the specification says otherwise of ${differing.map(({ method, level, claimed }) => `${method} (${claimed ?? "none"} there, ${level} here)`).join(", ")}`,
            width,
            "  ",
          ),
        ]
      : []),
    ...methods.flatMap((own) => {
      const broken = brokenChain(own);
      return broken.length === 0
        ? []
        : [
            `  ${own.method}: ${broken.join(", ")} refuted although ${own.level} is not: levels are no chain here`,
          ];
    }),
  ];
  return [
    colours.bold("The strongest level that nothing seen refutes, and how much was seen"),
    ...lines,
    ...notes,
  ].join("\n");
}

/** The note beside methods that are trusted. */
export const TRUSTED_NOTE =
  "* taken to be atomic: tested among themselves and with the others, never suspected alone";

/** The word for a level: of what was not tested nothing is known. */
export const levelWord = (level: DerivedLevel): string => (level === "untested" ? "?" : level);

/** Fewer programs than this are little evidence. */
const FEW_PROGRAMS = 20;

/** The levels that stand on little, in words. A level that was refuted down to none needs no more. */
export function restingOnLittle(methods: readonly MethodLevels[]): string | undefined {
  const few = methods.filter(
    ({ level, programs, trusted }) =>
      !trusted && level !== "none" && level !== "untested" && programs < FEW_PROGRAMS,
  );
  if (few.length === 0) return undefined;
  const names = few.map(({ method }) => method).join(", ");
  return `fewer than ${FEW_PROGRAMS} programs each: the level of ${names} rests on little. More --programs or --duration may refute it`;
}

/** Who was trusted and is not atomic. */
function renderDistrusted(methods: readonly MethodLevels[], { colours }: Style): string {
  const rows = methods.flatMap(({ method, distrusted }) =>
    distrusted === undefined
      ? []
      : [
          `  ${method}  ${colours.cyan(printObjectProgram(distrusted.program))}`,
          `    ${seenText(distrusted)}`,
        ],
  );
  return rows.length === 0
    ? ""
    : [colours.bold("Trusted, but not atomic: tested like the others"), ...rows].join("\n");
}

/** What refutes levels, method by method: each witness once, with the weakest level it refutes. */
export function distinctWitnesses(
  methods: readonly MethodLevels[],
): readonly { readonly method: string; readonly refutation: Refutation }[] {
  return methods.flatMap(({ method, refutations }) =>
    refutations
      .filter(
        ({ program, outcome }, i) =>
          refutations.findLastIndex((other) => other.program === program && other.outcome === outcome) === i,
      )
      .toReversed()
      .map((refutation) => ({ method, refutation })),
  );
}

/** What refutes stronger levels (POPL'19 Table 2). */
function renderWitnesses(methods: readonly MethodLevels[], { colours }: Style): string {
  const rows = distinctWitnesses(methods);
  if (rows.length === 0) return "";
  const wide = Math.max(...rows.map(({ method }) => method.length));
  const lines = rows.flatMap(({ method, refutation }) => [
    `  ${method.padEnd(wide)}  not ${refutation.level.padEnd(9)}  ${colours.cyan(printObjectProgram(refutation.program))}`,
    `  ${" ".repeat(wide + 17)}${seenText(refutation)}`,
  ]);
  return [colours.bold("What refutes stronger levels"), ...lines].join("\n");
}

/** The second step: all methods with a level at once. */
function renderTogether({ together }: Derivation, { colours }: Style): string {
  const { programs, methods, weakenings } = together;
  if (programs === 0) return "";
  const title = colours.bold(`All together: ${count(programs, "program")} over ${methods.length} methods`);
  if (weakenings.length === 0) return `${title}\n  nothing was seen that these levels do not admit`;
  const lines = weakenings.flatMap((weakening) => [
    `  ${visible(weakening.method)} falls from ${weakening.from} to ${weakening.to}`,
    `    ${colours.cyan(printObjectProgram(weakening.program))}`,
    `    ${seenText(weakening)}`,
  ]);
  return [title, ...lines].join("\n");
}

/** The maximal model of axioms (POPL'19 §6.4). */
function renderAxioms({ axioms }: Derivation, { colours, width }: Style): string {
  if (axioms === undefined) return "";
  const { text, beyond, idle, outcomes } = axioms;
  return [
    colours.bold(
      `A maximal model, held against ${count(outcomes, "outcome")} that ${outcomes === 1 ? "is" : "are"} not atomic`,
    ),
    `  ${text === "" ? "lin ⊇ vis; lin ⊇ hb and nothing more" : text}`,
    beyond.length === 0
      ? "  it says no more than the levels do"
      : wrap(`beyond the levels: ${beyond.map(printAxiomInstance).join("; ")}`, width, "  "),
    ...(idle.length === 0
      ? []
      : [`  ${count(idle.length, "further axiom")} would hold too, but rule out nothing on these programs`]),
  ].join("\n");
}

/** Whether most programs say nothing. */
export const isThin = ({ programs, silent }: Derivation): boolean => 2 * silent > programs;

/** How much was seen: never a proof. */
function renderConfidence(derivation: Derivation, { colours, width }: Style): string {
  const { programs, executions, seconds, stressSeconds, interrupted, methods, together } = derivation;
  const failures = [...methods.flatMap((own) => own.failures), ...together.failures];
  const rejected = failures.filter(({ failure }) => failure.kind === "rejected").length;
  const broken = failures.filter(({ failure }) => failure.kind !== "rejected");
  return [
    `${count(programs, "program")}, ${count(executions, "execution")} in ${duration(1000 * seconds)} ` +
      `(${duration(1000 * stressSeconds)} of stress)${interrupted ? ", interrupted" : ""}: ` +
      "more programs may refute more, nothing is proved",
    ...(isThin(derivation)
      ? [colours.yellow(wrap(thinWords({ programs, unknown: derivation.silent }), width, ""))]
      : []),
    ...broken.map(
      ({ program, failure }) =>
        `${colours.red("✘")} ${failure.kind}: ${printObjectProgram(program)}\n    ${failure.message.replaceAll("\n", "\n    ")}`,
    ),
    ...(rejected === 0
      ? []
      : [
          `${count(rejected, "program")} could not be run: ${failures.find(({ failure }) => failure.kind === "rejected")?.failure.message.split("\n")[0]}`,
        ]),
  ].join("\n");
}

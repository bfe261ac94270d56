import {
  type Derivation,
  type DerivePlan,
  derive,
  requestOf,
  specWithLevels,
  type Target,
  type TestRequest,
  untestedOf,
} from "@sightline/lab";
import { protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput, type Output } from "../../output/output.js";
import { openToWrite } from "../../output/output-file.js";
import { createStatusLine, noStatusLine } from "../../output/status-line.js";
import { EXIT } from "../../process/exit-code.js";
import { count } from "../../render/count.js";
import { styleFor } from "../../render/style.js";
import type { LeftOutOfRun } from "../shared/left-out.js";
import { filesOf, type OpenTarget } from "../shared/target-options.js";
import { type BatchProgress, clusterWords } from "../shared/tasks/batch-progress.js";
import { withTarget } from "../shared/with-target.js";
import { renderDerivationPage } from "./html.js";
import { deriveLines } from "./json.js";
import { type DeriveFlags, derivePlanOf, deriveWishesOf } from "./options.js";
import { isThin, renderDerivation, renderDeriveIntent, renderDistrust, renderRefutation } from "./render.js";

/** `sightline derive`: the exit status. */
export async function runDerive(name: string, flags: DeriveFlags, open?: OpenTarget): Promise<number> {
  const begun = performance.now(); // what it takes to start a runtime is a part of --duration
  const wishes = deriveWishesOf(flags);
  // The specification may be written where it was read from.
  protectInputs({ "--html": flags.html, "--write-spec": flags.writeSpec }, filesOf(name));
  protectInputs({ "--html": flags.html, "--journal": flags.journal }, filesOf(name, flags));
  const files = openFiles(flags);
  return withTarget("derive", name, flags, wishes.bounds ?? {}, open, async (opened, signal, progress) => {
    const plan = { ...(await derivePlanOf(wishes, opened.spec)), begun };
    const request = requestOf(opened, wishes.methods);
    const reporting = { name, flags, files, output: createOutput(), progress };
    return deriveTarget(opened.target, { plan, request }, reporting, signal);
  });
}

/** The files that a derivation is written to once it has ended. */
export interface DeriveFiles {
  write(target: string, derivation: Derivation, plan: DerivePlan, left: LeftOutOfRun): void;
}

/** Opens the files that are asked for, before any work is done. Throws a `UsageError`. */
export function openFiles({ html, writeSpec }: Pick<DeriveFlags, "html" | "writeSpec">): DeriveFiles {
  const page = html === undefined ? undefined : openToWrite(html, "--html");
  const spec = writeSpec === undefined ? undefined : openToWrite(writeSpec, "--write-spec");
  return {
    write(target, derivation, plan, left) {
      page?.(renderDerivationPage(target, derivation, plan.seed, left));
      spec?.(`${JSON.stringify(specWithLevels(plan.spec, derivation.methods), null, 2)}\n`);
    },
  };
}

/** The screen and files that results are written to. */
export interface DeriveReporting {
  /** The target as the command line names it. */
  readonly name: string;
  readonly flags: Pick<DeriveFlags, "json" | "quiet">;
  readonly files: DeriveFiles;
  readonly output: Output;
  /** How far a large batch has come. */
  readonly progress?: BatchProgress | undefined;
}

/** Derives the levels of an open target and reports them: the exit status. */
export async function deriveTarget(
  target: Target,
  { plan, request }: { readonly plan: DerivePlan; readonly request: TestRequest },
  { name, flags, files, output, progress }: DeriveReporting,
  signal: AbortSignal,
): Promise<number> {
  const style = styleFor(process.stdout, process.env);
  const talks = flags.json !== true && flags.quiet !== true;
  const line = talks ? createStatusLine() : noStatusLine;
  const say = async (out: string, err = ""): Promise<void> => {
    line.hide();
    await output.write(out, err);
  };
  if (talks) await say(`${renderDeriveIntent(name, plan, style)}\n`);
  let derivation: Derivation | undefined;
  let [refuted, skipped] = [0, 0];
  for await (const event of derive(target, plan, signal))
    switch (event.kind) {
      case "progress":
        line.update(
          event.share,
          [
            event.method ?? event.step,
            `${count(refuted, "level")} refuted`,
            ...(progress === undefined ? [] : clusterWords(progress)),
          ].join(", "),
        );
        break;
      case "refuted":
        refuted++;
        if (talks)
          await say(
            "",
            renderRefutation(event.method, event.refutation, styleFor(process.stderr, process.env)),
          );
        break;
      case "distrusted":
        if (talks)
          await say("", renderDistrust(event.method, event.witness, styleFor(process.stderr, process.env)));
        break;
      case "skipped":
        skipped++;
        break;
      case "failed":
        break;
      case "end":
        derivation = event.derivation;
    }
  if (derivation === undefined) throw new Error("the derivation did not end");
  if (skipped > 0 && talks)
    await say("", `note: ${count(skipped, "program")} left out as too large to be run in every sequence\n`);
  const untested = await untestedOf(target, request, derivation.coverage, whyNotCalled(plan, signal.aborted));
  const left = { request, untested };
  await say(
    flags.json === true
      ? deriveLines(name, derivation, plan.seed, left)
          .map((text) => `${text}\n`)
          .join("")
      : renderDerivation(derivation, left, style),
  );
  files.write(name, derivation, plan, left);
  if (signal.aborted) return EXIT.interrupted;
  const failures = [...derivation.methods.flatMap((own) => own.failures), ...derivation.together.failures];
  if (failures.some(({ failure: { kind } }) => kind === "hang" || kind === "crash")) return 1;
  return untested.length > 0 || derivation.coverage.ran.size === 0 || isThin(derivation) ? 2 : 0;
}

/** Why no program called a method that programs could have called. */
function whyNotCalled({ secondsInAll }: DerivePlan, interrupted: boolean): string {
  if (interrupted) return "the run was interrupted before";
  return secondsInAll === undefined
    ? "none of the programs called it: give more --programs"
    : "the time was over before a program called it: give more --duration";
}

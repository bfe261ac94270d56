import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findCriterion, printHistory } from "@sightline/core";
import { invalidInput, openInput } from "@sightline/fleet";
import { readHistories } from "@sightline/formats";
import { packHistory } from "@sightline/viewer";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { clip, escapeHtml } from "../../html/escape.js";
import { pageFoot } from "../../html/page.js";
import { loadViewer, viewerHead, viewerHistory, viewerScripts } from "../../html/viewer.js";
import { viewerTitle } from "../../html/viewer-title.js";
import { gatherInputs } from "../../inputs/gather-inputs.js";
import { createPassOver } from "../../inputs/pass-over.js";
import { protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput } from "../../output/output.js";
import { createOutputFile } from "../../output/output-file.js";
import { EXIT } from "../../process/exit-code.js";
import { count } from "../../render/count.js";
import { orUsageError } from "../shared/criterion-options.js";
import { type ReadingFlags, readingOf } from "../shared/reading-options.js";
import { isPage } from "./is-page.js";
import { openPage } from "./open-page.js";

/** The options of `view`, as commander gives them. */
export interface ViewFlags extends ReadingFlags {
  readonly criterion?: string;
  readonly output?: string;
  readonly open?: boolean;
  readonly quiet?: boolean;
}

/** More histories than this, and nobody would look at them one by one. */
const MOST = 200;
/** The most characters of a history that the document without scripts shows. */
const MOST_OF_NOTATION = 2000;

/** `sightline view`: the exit status. */
export async function runView(args: readonly string[], flags: ViewFlags): Promise<number> {
  const { criterion } = flags;
  if (criterion !== undefined) orUsageError(() => findCriterion(criterion));
  const { typeLoader, ...reading } = await readingOf(flags);
  if (typeLoader !== undefined)
    throw new UsageError(
      "SL4006",
      `the page cannot run the type ${flags.type}: check --html writes a page with its verdicts`,
    );
  const [page] = args;
  if (args.length === 1 && isPage(page)) return await showPage(page, flags);
  const gathered = await gatherInputs(args);
  const path = flags.output ?? join(mkdtempSync(join(tmpdir(), "sightline-view-")), "page.html");
  protectInputs({ "--output": flags.output }, gathered.files);
  const output = createOutput();
  const passOver = createPassOver(gathered.directories);
  const viewer = loadViewer("viewer");
  const file = createOutputFile(path, "--output");
  let [shown, left, failed] = [0, 0, 0];
  const tell = async (error: Parameters<typeof invalidLine>[0]): Promise<void> => {
    if (passOver.passes(error)) return;
    failed++;
    await output.write("", invalidLine(error));
  };
  try {
    file.write(viewerHead(viewer, "Sightline"));
    for (const error of gathered.invalid) await tell(error);
    for (const input of gathered.inputs)
      for await (const { history, index, error } of readHistories(openInput(input), {
        file: input.name,
        ...reading,
        ...(input.listed === true && { listed: true }),
      })) {
        if (error !== undefined) await tell(invalidInput(error));
        else if (shown >= MOST) left++;
        else {
          const { type, initial = history.initial } = reading;
          const whole = initial === undefined ? history : { ...history, initial };
          const title = viewerTitle({ file: input.name, index, name: history.name ?? null }, whole);
          const text = clip(printHistory(whole), MOST_OF_NOTATION);
          file.write(`<h2>${escapeHtml(clip(title, 200))}</h2>\n<pre>${escapeHtml(text)}</pre>\n`);
          file.write(
            viewerHistory({
              title,
              history: packHistory(whole),
              ...(type !== undefined && { type }),
              ...(criterion !== undefined && { criterion }),
            }),
          );
          shown++;
        }
      }
    for (const error of passOver.barren()) await tell(error);
    await output.write("", passOver.lines());
    if (shown === 0 && args.length > 0) return EXIT.invalid;
    file.write(viewerScripts(viewer) + pageFoot(new Date()));
    file.finish();
    if (left > 0) await output.write("", `the first ${MOST} histories are shown, ${left} more are not\n`);
    const where = resolve(path);
    if (flags.quiet !== true)
      await output.write("", `${count(shown, "history")} in ${flags.output ?? where}\n`);
    await show(where, flags);
    return failed > 0 ? EXIT.invalid : 0;
  } finally {
    file.discard();
    gathered.close();
  }
}

/** Opens a page that another command has written. */
async function showPage(path: string, flags: ViewFlags): Promise<number> {
  if (flags.output !== undefined)
    throw new UsageError("SL4001", `${path} is a page already: --output is for the page of a history`);
  await show(resolve(path), flags);
  return 0;
}

async function show(path: string, { open }: ViewFlags): Promise<void> {
  if (open === false || (await openPage(path))) return;
  await createOutput().write("", `no browser could be started: open ${path} in one\n`);
}

import { invalidInput, type InvalidInput, openInput } from "@sightline/fleet";
import { holdsOne, readHistories, writeAs, type WrittenFormat, writtenFormats } from "@sightline/formats";
import type { History } from "@sightline/core";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { gatherInputs } from "../../inputs/gather-inputs.js";
import { createPassOver } from "../../inputs/pass-over.js";
import { protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput } from "../../output/output.js";
import { createOutputFile } from "../../output/output-file.js";
import { EXIT } from "../../process/exit-code.js";
import { count } from "../../render/count.js";
import { formatOf } from "../shared/format-option.js";
import { initialOf } from "../shared/initial-option.js";
import { oneOf } from "../shared/one-of.js";

/** The options of `convert`, as commander gives them. */
export interface ConvertFlags {
  readonly to?: string;
  readonly output?: string;
  readonly type?: string;
  readonly initial?: string;
  readonly format?: string;
  readonly independent?: boolean;
  readonly quiet?: boolean;
}

/** Formats by the end of a file's name. */
const byExtension: readonly (readonly [RegExp, WrittenFormat])[] = [
  [/\.json$/, "json"],
  [/\.txt$/, "notation"],
  [/\.edn$/, "jepsen"],
  [/\.axe$/, "axe"],
];

/** `sightline convert`: the exit status. */
export async function runConvert(args: readonly string[], flags: ConvertFlags): Promise<number> {
  const path = flags.output === "-" ? undefined : flags.output;
  const to =
    flags.to === undefined
      ? (byExtension.find(([end]) => path !== undefined && end.test(path))?.[1] ?? "ndjson")
      : await oneOf(flags.to, writtenFormats, "format to write", "SL2092");
  const reading = {
    ...(flags.type !== undefined && { type: flags.type }),
    ...(flags.format !== undefined && { format: await formatOf(flags.format) }),
    ...(flags.independent === true && { independent: true }),
    ...(flags.initial !== undefined && { initial: initialOf(flags.initial) }),
  };
  const { inputs, invalid, files, directories, close } = await gatherInputs(args);
  protectInputs({ "--output": path }, files);
  const file = path === undefined ? undefined : createOutputFile(path, "--output");
  const output = createOutput();
  const passOver = createPassOver(directories);
  let [written, failed] = [0, 0];
  const tell = async (error: InvalidInput): Promise<void> => {
    if (passOver.passes(error)) return;
    failed++;
    await output.write("", invalidLine(error));
  };
  const write = async (history: History): Promise<void> => {
    if (holdsOne.includes(to) && written === 1)
      throw new UsageError("SL4006", `${to} holds one history, and there are more: take --to ndjson`);
    const { type = history.type, initial = history.initial } = reading;
    const text = writeAs(to, {
      ...history,
      ...(type !== undefined && { type }),
      ...(initial !== undefined && { initial }),
    });
    if (file === undefined) await output.write(text, "");
    else file.write(text);
    written++;
  };
  try {
    for (const error of invalid) await tell(error);
    for (const input of inputs)
      for await (const { history, index, error } of readHistories(openInput(input), {
        file: input.name,
        ...reading,
        ...(input.listed === true && { listed: true }),
      }))
        try {
          if (error === undefined) await write(history);
          else await tell(invalidInput(error));
        } catch (cause) {
          if (!(cause instanceof RangeError)) throw cause;
          const reason = `history ${index} cannot be written as ${to}: ${cause.message}`;
          await tell({ file: input.name, reason, code: "SL4007" });
        }
    for (const error of passOver.barren()) await tell(error);
    await output.write("", passOver.lines());
    file?.finish();
    if (flags.quiet !== true && path !== undefined)
      await output.write("", `${count(written, "history")} written to ${path}\n`);
    return failed > 0 ? EXIT.invalid : 0;
  } finally {
    file?.discard();
    close();
  }
}

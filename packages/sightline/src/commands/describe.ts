import { writeFile } from "node:fs/promises";
import { type OpenTarget, openBareTarget, type TargetFlags } from "../lab/target-options.js";
import { createOutput } from "../output.js";
import { UsageError } from "../usage-error.js";

/** The options of `describe` as the command line gives them. */
export interface DescribeFlags extends Omit<TargetFlags, "spec"> {
  readonly output?: string;
}

/** `sightline describe`: writes what reflection tells of a class, as a specification to edit. The exit status. */
export async function runDescribe(name: string, flags: DescribeFlags, open?: OpenTarget): Promise<number> {
  const target = await openBareTarget(name, flags, open);
  try {
    const text = `${JSON.stringify(await target.describe(), null, 2)}\n`;
    if (flags.output === undefined || flags.output === "-") await createOutput().write(text, "");
    else await write(flags.output, text);
    return 0;
  } finally {
    await target.close();
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`--output cannot be written: ${(error as Error).message}`);
  }
}

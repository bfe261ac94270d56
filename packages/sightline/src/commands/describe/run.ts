import { protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput } from "../../output/output.js";
import { openToWrite } from "../../output/output-file.js";
import { filesOf, type OpenTarget, openBareTarget, type TargetFlags } from "../shared/target-options.js";

/** The options of `describe` as the command line gives them. */
export interface DescribeFlags extends Omit<TargetFlags, "spec"> {
  readonly output?: string;
}

/** `sightline describe`: writes what reflection tells of a class, as a specification to edit. The exit status. */
export async function runDescribe(name: string, flags: DescribeFlags, open?: OpenTarget): Promise<number> {
  const file = flags.output === undefined || flags.output === "-" ? undefined : flags.output;
  protectInputs({ "--output": file }, filesOf(name));
  const write = file === undefined ? undefined : openToWrite(file, "--output");
  const target = await openBareTarget(name, flags, open);
  try {
    const text = `${JSON.stringify(await target.describe(), null, 2)}\n`;
    if (write === undefined) await createOutput().write(text, "");
    else write(text);
    return 0;
  } finally {
    await target.close();
  }
}

import { createReadStream } from "node:fs";
import type { History } from "@sightline/core";
import { type Input, type InvalidInput, misfit, openInput } from "@sightline/fleet";
import { readHistories, unpack } from "@sightline/formats";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { gatherInputs } from "../../inputs/gather-inputs.js";
import { createOutput } from "../../output/output.js";
import { EXIT } from "../../process/exit-code.js";
import { styleFor } from "../../render/style.js";
import { visible } from "../../render/visible.js";
import { historyTitle } from "../../report/history-title.js";
import { typeOf } from "../shared/type-option.js";
import { claimsAbout } from "./claims-about.js";
import { type Judgement, judge } from "./judge.js";
import { planVerify, type VerifyFlags, type VerifyPlan } from "./options.js";
import { type Claimed, readWitnesses, type Witnesses } from "./witness-file.js";

/** `sightline verify`: the exit status. */
export async function runVerify(
  historyArg: string,
  witnessFile: string,
  flags: VerifyFlags,
): Promise<number> {
  const plan = await planVerify(flags);
  if (historyArg === "-" && witnessFile === "-")
    throw new UsageError(
      "SL4010",
      "- is standard input: it can be read only once, so give the history or the witness a file",
    );
  const teller = createTeller(plan.quiet);
  const witnesses = await witnessesIn(witnessFile);
  if (witnesses.error !== undefined) {
    await teller.invalid(witnesses.error);
    return teller.status;
  }
  const { inputs, invalid, close } = await gatherInputs([historyArg]);
  try {
    if (inputs.length > 1) throw new UsageError("SL4010", `${historyArg} holds more than one file: give one`);
    for (const error of invalid) await teller.invalid(error);
    for (const input of inputs) {
      const claims = claimsAbout(input.name, witnesses);
      if (claims.size === 0) {
        const reason = `no witness for this file: ${input.name}`;
        await teller.invalid({ file: witnessFile, reason, code: "SL1011" });
      }
      await verifyInput(input, claims, { ...plan, job: await typeOf(flags.type) }, teller);
      for (const { index, line } of [...claims.values()].flat()) {
        const reason = `there is no history ${index} in ${input.name} for this witness`;
        await teller.invalid({ file: witnessFile, line, column: 1, reason, code: "SL1011" });
      }
    }
    return teller.status;
  } finally {
    close();
  }
}

/** Says what came of claims, and remembers the exit status. */
interface Teller {
  readonly status: number;
  judged(title: string, judgement: Judgement): Promise<void>;
  invalid(error: InvalidInput): Promise<void>;
}

function createTeller(quiet: boolean): Teller {
  const output = createOutput();
  const { colours } = styleFor(process.stdout, process.env);
  let status = 0;
  return {
    get status() {
      return status;
    },
    async judged(title, { what, checked }) {
      if (checked === undefined && status === 0) status = 2;
      if (checked?.valid === false && status !== EXIT.invalid) status = 1;
      const nothing = `${colours.yellow("?")} ${title}: no ${what} was found, so there is nothing to verify\n`;
      const words =
        checked === undefined
          ? nothing
          : checked.valid
            ? `${colours.green("✔")} ${title}: the ${what} is valid\n`
            : `${colours.red("✘")} ${title}: the ${what} is not valid: ${visible(checked.reason)}\n`;
      if (!quiet) await output.write(words, "");
    },
    async invalid(error) {
      status = EXIT.invalid;
      await output.write("", invalidLine(error));
    },
  };
}

/** Verifies the claims about the histories of an input, and takes away those that there was a history for. */
async function verifyInput(
  input: Input,
  claims: Map<number, Claimed[]>,
  plan: VerifyPlan & { readonly job: Parameters<typeof misfit>[3] },
  teller: Teller,
): Promise<void> {
  const { format, independent, initial, type } = plan;
  const verify = async (index: number, history: History, claim: Claimed): Promise<void> => {
    const title = visible(historyTitle({ file: input.name, index, name: history.name ?? null }));
    try {
      await teller.judged(title, judge(history, claim, plan));
    } catch (cause) {
      const error = misfit(cause, history, input, plan.job);
      if (error === undefined) throw cause;
      await teller.invalid(error);
    }
  };
  const items = readHistories(openInput(input), {
    file: input.name,
    ...(format !== undefined && { format }),
    ...(independent && { independent }),
    ...(initial !== undefined && { initial }),
    ...(typeof type === "string" && { type }),
  });
  for await (const { index, history, error } of items) {
    const own = claims.get(index) ?? [];
    claims.delete(index);
    if (error === undefined) for (const claim of own) await verify(index, history, claim);
    else if (own.length > 0) await teller.invalid(error);
  }
}

async function witnessesIn(file: string): Promise<Witnesses> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of unpack(file === "-" ? process.stdin : createReadStream(file)))
      chunks.push(chunk);
    return readWitnesses(Buffer.concat(chunks).toString("utf8"), file);
  } catch (error) {
    return {
      error: { file, reason: error instanceof Error ? error.message : String(error), code: "SL2091" },
    };
  }
}

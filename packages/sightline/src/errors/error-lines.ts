import type { ErrorCode } from "@sightline/core";
import type { InvalidInput } from "@sightline/fleet";
import { setIn, visible } from "../render/visible.js";

/** An error as it is told: in words, and with a code that scripts can tell it from others by. */
interface Told {
  readonly code: ErrorCode | undefined;
  readonly message: string;
}

/** An error on standard error: its message with its code or, for `--json`, a line of JSON. */
export function errorLines({ code, message }: Told, json: boolean): string {
  return json ? jsonLine({ code, message }) : `${setIn(withCode(message, code))}\n`;
}

/** `file:line:column: reason [SL1005]`, much as compilers put it; for `--json`, a line of JSON. */
export function invalidLine(
  { file, line, column = 1, reason, code }: InvalidInput,
  json: boolean | undefined = false,
): string {
  const place = line === undefined ? "" : `:${line}:${column}`;
  return json
    ? jsonLine({
        code,
        message: `${file}${place}: ${reason}`,
        file,
        ...(line !== undefined && { line, column }),
        reason,
      })
    : `${withCode(`${visible(file)}${place}: ${visible(reason)}`, code)}\n`;
}

const jsonLine = (error: Told & Partial<Omit<InvalidInput, "code">>): string =>
  `${JSON.stringify({ error })}\n`;

/** The code stands at the end of the first line: below may be carets that point into it. */
function withCode(message: string, code: ErrorCode | undefined): string {
  return code === undefined ? message : message.replace(/$/m, ` [${code}]`);
}

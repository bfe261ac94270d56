import { type ErrorCode, shorten } from "@sightline/core";

/** What is wrong with an input, and where. Line and column count from 1; 0 where the whole input is meant. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  /** Whether the input is no history at all, rather than one that is wrong. Only told of `listed` inputs. */
  readonly foreign: boolean;

  /** What kind of error it is: see docs/errors.md. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, file: string, line: number, column: number, reason: string, foreign = false) {
    super(`${file}:${line > 0 ? `${line}:${column}:` : ""} ${reason}`);
    this.code = code;
    this.file = file;
    this.line = line;
    this.column = column;
    this.reason = reason;
    this.foreign = foreign;
  }
}

/** An `InputError` whose file is not known yet: parsers throw it, `readHistories` names the file. */
export class PlacedError extends Error {
  override readonly name = "PlacedError";
  readonly line: number;
  readonly column: number;

  /** Of a history that is wrong in itself; without it, it is the text that cannot be read. */
  readonly code: ErrorCode | undefined;

  constructor(reason: string, line: number, column: number, code?: ErrorCode) {
    super(shorten(reason));
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

/** An input in no format that is known, or with nothing in it. */
export class NoHistory extends PlacedError {}

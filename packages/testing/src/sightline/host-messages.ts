/** A run of the command that its host is asked for. */
export interface CommandRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  /** What is different in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface CommandReply {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Both outputs, as they came. */
  readonly all: string;
}

import type { Command } from "commander";

/** Is told the exit status of a command that has run. */
export type OnStatus = (code: number) => void;

/** Adds a command to the program. What the command needs to run is loaded when it runs. */
export type Declare = (program: Command, onStatus: OnStatus) => void;

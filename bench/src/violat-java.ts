import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** `OpenJDK 64-Bit Server VM (build 17.0.15+6 …)`, as the command itself says. */
export async function javaVersion(): Promise<string> {
  const { stderr } = await promisify(execFile)("java", ["-version"]);
  return stderr.trim().split("\n").at(-1) ?? "unknown Java";
}

import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../peers/", import.meta.url));

/** Where the benchmark keeps what it builds and measures; not under version control. */
export const outFolder = fileURLToPath(new URL("../out/", import.meta.url));

/** The programs of other people's algorithms; those that could not be built are missing. */
export interface Peers {
  readonly porcupine?: string;
  readonly wgl?: string;
  /** Porcupine's own test data, which comes with its module. */
  readonly porcupineData?: string;
}

/** Builds the peers; `say` hears why one is skipped. */
export async function buildPeers(say: (word: string) => void): Promise<Peers> {
  await mkdir(outFolder, { recursive: true });
  const [porcupine, wgl] = await Promise.all([buildPorcupine(say), buildWgl(say)]);
  return { ...porcupine, ...wgl };
}

async function buildPorcupine(say: (word: string) => void): Promise<Peers> {
  const cwd = join(folder, "porcupine");
  const porcupine = join(outFolder, "porcupine");
  try {
    await run("go", ["build", "-o", porcupine, "."], { cwd });
    const module = ["list", "-m", "-f", "{{.Dir}}", "github.com/anishathalye/porcupine"];
    const { stdout } = await run("go", module, { cwd });
    return { porcupine, porcupineData: join(stdout.trim(), "test_data") };
  } catch (error) {
    say(
      isMissing(error)
        ? "Porcupine is skipped: there is no Go here (https://go.dev/dl)."
        : `Porcupine is skipped: its module could not be fetched or built.\n${messageOf(error)}`,
    );
    return {};
  }
}

async function buildWgl(say: (word: string) => void): Promise<Peers> {
  const wgl = join(outFolder, "wgl");
  try {
    await run("g++", ["-std=c++17", "-O2", "-o", wgl, join(folder, "wgl", "wgl.cpp")]);
    return { wgl };
  } catch (error) {
    say(
      isMissing(error)
        ? "The C++ baseline is skipped: there is no g++ here."
        : `The C++ baseline is skipped: it could not be compiled.\n${messageOf(error)}`,
    );
    return {};
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

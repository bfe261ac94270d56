/** A command of a page and the lines that the page shows below it. */
export interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

/** The blocks of a page whose first line is as given. */
export function blocksOf(text: string, opening: RegExp): { opening: string; body: string }[] {
  return [...text.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)]
    .filter(([, info]) => opening.test(info))
    .map((match) => ({ opening: match[1], body: match[2] }));
}

/** The commands of a block. */
export function stepsOf(body: string): Step[] {
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of body.replace(/\n$/, "").split("\n")) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), shown: [] });
    else if (last?.shown.length === 0 && last.command.endsWith("\\")) last.command += `\n${line}`;
    else if (last === undefined) throw new Error(`a block begins without a command: ${line}`);
    else last.shown.push(line);
  }
  return steps;
}

/** Times are not the same twice; how many states a search visits is its own affair. */
export const masked = (line: string): string =>
  line
    .replace(/\d[\d.,]*(?: min \d+)? (?:µs|ms|s)\b/g, "TIME")
    .replace(/"(milliseconds|states)":[\d.]+/g, '"$1":N');

/** Whether the lines are as shown, `…` standing for anything. */
export function fits(shown: readonly string[], came: readonly string[]): boolean {
  if (shown.length === 0) return came.length === 0;
  const [first, ...rest] = shown;
  if (first.trim() === "…") return came.some((_, skip) => fits(rest, came.slice(skip))) || rest.length === 0;
  if (came.length === 0) return false;
  const parts = masked(first)
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(masked(came[0])) && fits(rest, came.slice(1));
}

import type { Step } from "./document-blocks.js";

/** What makes a run short, where its command does not say it. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  litmus: ["--runs 2000"],
  "record memory": ["--histories 40"],
  record: ["--programs 1", "--seconds 0.2"],
  test: ["--programs 1", "--seconds 0.2"],
};

/** What takes long on real threads, cut short. A `--program` stands for `--programs`. */
export function briefly(command: string): string {
  const short = command
    .replace(/--seconds \S+/, "--seconds 0.2")
    .replace(/--duration \S+/, "--duration 2")
    .replace(/--histories \S+/, "--histories 40")
    .replace(/--programs \S+/, "--programs 1");
  const name = /^sightline (litmus|record memory|record|test) /.exec(`${command} `)?.[1] ?? "";
  const isSaid = (option: string): boolean => command.includes(option.split(/s? /)[0]);
  if (/ [|>] /.test(command)) return short;
  return [short, ...(SHORT[name] ?? []).filter((option) => !isSaid(option))].join(" ");
}

const ROW = /^ {2}[ ▸]* (\S.*?) {2,}[\d,]+ +[\d.e-]+ % *(.*)$/;

/** Lines `outcome  count  share  judgement…` of tables: the judgement by outcome. */
export function judgements(lines: readonly string[]): Map<string, string> {
  const rows = lines.map((line) => ROW.exec(line));
  return new Map(
    rows.filter((row) => row !== null).map(([, outcome, judged]) => [outcome, judged.replace(/ +/g, " ")]),
  );
}

/**
 * Why the most frequent of a program's outcomes that are not admitted is not, by program and outcome: what is told of
 * it below the table.
 */
export function explanations(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  let [program, outcome]: (string | undefined)[] = [];
  let isBelow = false;
  for (const line of lines) {
    const [, head] = /^[✘✔?] (\{.*\}) {2}under test: /.exec(line) ?? [];
    if (head !== undefined) [program, outcome, isBelow] = [head, undefined, false];
    const [, results, judged = ""] = ROW.exec(line) ?? [];
    if (judged.startsWith("✘")) outcome ??= results;
    if (program === undefined || outcome === undefined) continue;
    const key = `${program} ${outcome}`;
    if (/^ {4}[\d,]+ executions? in /.test(line)) isBelow = true;
    else if (isBelow && line.startsWith("    ") && line.trim() !== "…")
      found.set(key, `${found.get(key) ?? ""} ${line.trim()}`);
    else if (isBelow && found.has(key)) program = undefined;
  }
  return found;
}

/** What a run on real threads says before it runs: what is tested, and what is to hold. */
export function headOf({ command, shown }: Step): readonly string[] {
  if (!/^sightline (test|derive|litmus)/.test(command) || / (-q|--quiet)\b/.test(command)) return [];
  return shown.slice(
    0,
    Math.max(
      0,
      shown.findIndex((line) => line === "" || line === "…"),
    ),
  );
}
